/** Finding a Python that can run the server. Nothing here knows VS Code. */

import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import * as path from "node:path";
import { runsServer } from "./versions";

/** A program that may be a fitting Python, and in words where it comes from. */
export interface Candidate {
  readonly command: string;
  readonly from: string;
  /** Named by the user: it decides, and one that does not fit is not passed over. */
  readonly decides?: boolean;
}

/** A Python that can run the server. `version` as in `3.12.1`. */
export interface Python {
  readonly command: string;
  readonly version: string;
  readonly from: string;
}

/** Why no Python was taken. `tried` has a line for each candidate. */
export interface NoPython {
  readonly problem: string;
  readonly tried: readonly string[];
}

/** What a program answers when it is asked which Python it is: a version and its own place, or why it gave none. */
export type Probe = (command: string) => Promise<{ version: string; place: string } | { failure: string }>;

/** The first candidate that is Python 3.11 or newer. Each program is asked once. What is taken is the place that
 * the program gives of itself: one that stands for others, as pyenv's do, would choose again for each folder. */
export async function findPython(candidates: Iterable<Candidate>, probe: Probe): Promise<Python | NoPython> {
  const tried: string[] = [];
  const asked = new Set<string>();
  for (const { command, from, decides } of candidates) {
    if (asked.has(command)) {
      continue;
    }
    asked.add(command);
    const answer = await probe(command);
    if ("version" in answer && runsServer(answer.version)) {
      return { command: answer.place, version: answer.version, from };
    }
    const why = "version" in answer ? `is Python ${answer.version}, older than 3.11` : answer.failure;
    tried.push(`${command} (${from}) ${why}`);
    if (decides === true) {
      return { problem: `${command} (${from}) ${why}.`, tried };
    }
  }
  return { problem: "No Python 3.11 or newer was found on this machine.", tried };
}

const QUESTION = [
  "import sys",
  "sys.stdout.write('python %d.%d.%d ' % sys.version_info[:3])",
  "sys.stdout.flush()",
  "getattr(sys.stdout, 'buffer', sys.stdout).write((sys.executable or '').encode('utf-8', 'surrogateescape'))",
].join("\n");
const ANSWER_WITHIN = 15_000;

/** Start `command` as a Python, without its site packages, and ask what it is. */
export const probePython: Probe = (command) =>
  new Promise((resolve) => {
    const options = { timeout: ANSWER_WITHIN, windowsHide: true };
    execFile(command, ["-I", "-S", "-c", QUESTION], options, (error, stdout) => {
      const [, version, place = ""] = /^python (\d+\.\d+\.\d+) ?(.*)$/.exec(stdout.trim()) ?? [];
      if (version !== undefined) {
        resolve({ version, place: path.isAbsolute(place) ? place : command });
      } else if (error !== null && "code" in error && error.code === "ENOENT") {
        resolve({ failure: "is not there" });
      } else {
        resolve({ failure: "does not answer as a Python 3 does" });
      }
    });
  });

const NAMES = ["python3", "python", "python3.14", "python3.13", "python3.12", "python3.11"];

/** Programs of the machine that may be a Python: those on the `PATH`, then the usual homes of installers.
 * `refused` leaves out folders, such as those of a workspace that is not trusted. */
export function* pythonsOfMachine(
  environ: NodeJS.ProcessEnv,
  refused: (folder: string) => boolean = () => false,
): Iterable<Candidate> {
  const windows = process.platform === "win32";
  const folders = (environ["PATH"] ?? environ["Path"] ?? "").split(path.delimiter);
  // An editor that was not started from a shell may lack these two.
  const usual = windows ? [] : ["/opt/homebrew/bin", "/usr/local/bin"];
  const usable = [...folders, ...usual].filter((folder) => path.isAbsolute(folder) && !refused(folder));
  for (const name of windows ? ["python"] : NAMES) {
    for (const folder of usable) {
      const command = path.join(folder, windows ? `${name}.exe` : name);
      if (existsSync(command)) {
        yield { command, from: "on the PATH" };
      }
    }
  }
  for (const home of installers(environ, windows)) {
    for (const entry of newestFirst(home)) {
      const inside = windows ? ["python.exe"] : ["bin", "python3"];
      const command = path.join(home, entry, ...inside);
      if (existsSync(command)) {
        yield { command, from: `in ${home}` };
      }
    }
  }
}

/** Folders in which installers keep one folder for each Python. */
function installers(environ: NodeJS.ProcessEnv, windows: boolean): string[] {
  const home = homedir();
  if (windows) {
    const local = environ["LOCALAPPDATA"] ?? path.join(home, "AppData", "Local");
    const roaming = environ["APPDATA"] ?? path.join(home, "AppData", "Roaming");
    return [path.join(local, "Programs", "Python"), path.join(roaming, "uv", "python")];
  }
  return [
    path.join(environ["PYENV_ROOT"] ?? path.join(home, ".pyenv"), "versions"),
    path.join(environ["XDG_DATA_HOME"] ?? path.join(home, ".local", "share"), "uv", "python"),
    "/Library/Frameworks/Python.framework/Versions",
  ];
}

function newestFirst(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => /\d/.test(name));
    return names.sort((one, other) => other.localeCompare(one, "en", { numeric: true }));
  } catch {
    return []; // no such installer here
  }
}
