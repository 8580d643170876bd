/** Which server is started by which Python: the bundled one, or a newer one of the project's environment. */

import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import * as path from "node:path";
import * as vscode from "vscode";
import type { Command } from "./process";
import { findPython, probePython, pythonsOfMachine, type Candidate, type NoPython, type Python } from "./python";
import { chosenInterpreter } from "./pythonExtension";
import { startSettings } from "./settings";
import { compareVersions } from "./versions";

/** A server that can be started. `why` says in a sentence how it was chosen. */
export interface Launch extends Command {
  readonly version: string;
  readonly why: string;
}

const RUN = "import sys; from tessera_lsp.entry import main; sys.exit(main())";
const VERSION = [
  "import importlib.metadata as m, sys",
  "if sys.version_info >= (3, 11): sys.stdout.write(m.version('tessera-lsp'))",
].join("\n");

/** Choose the server and its Python, or say why there is none. */
export async function chooseLaunch(extension: vscode.Uri): Promise<Launch | NoPython> {
  const { source, python } = startSettings();
  const bundled = vscode.Uri.joinPath(extension, "bundled").fsPath;
  const ours = bundledVersion(bundled);
  // Both start programs; neither waits for the other.
  const [installed, found] = await Promise.all([
    source === "bundled" ? undefined : installedServer(),
    source === "environment" ? undefined : foundPython(python),
  ]);
  if (installed !== undefined && (source === "environment" || compareVersions(installed.version, ours) > 0)) {
    const why = source === "environment" ? "tessera.server.source says so" : `the bundled one is ${ours}`;
    return {
      command: installed.python,
      args: ["-P", "-c", RUN],
      cwd: folder(),
      version: installed.version,
      why: `server ${installed.version} of the project's environment (${installed.python}): ${why}`,
    };
  }
  if (found === undefined) {
    const problem = vscode.workspace.isTrusted
      ? "tessera.server.source is “environment”, and the project's environment holds no tessera-lsp."
      : "tessera.server.source is “environment”, and nothing of this folder runs before it is trusted.";
    return { problem, tried: [] };
  }
  if ("problem" in found) {
    return found;
  }
  return bundledLaunch(bundled, ours, found, installed?.version);
}

function bundledLaunch(bundled: string, version: string, python: Python, installed: string | undefined): Launch {
  const other = installed === undefined ? "" : `; the project's environment has ${installed}, not newer`;
  return {
    command: python.command,
    args: ["-P", path.join(bundled, "launch.py")],
    cwd: folder(),
    version,
    why: `bundled server ${version} on Python ${python.version} at ${python.command} (${python.from})${other}`,
  };
}

/** The version of the bundled server, from what its installer wrote beside it. */
function bundledVersion(bundled: string): string {
  const libraries = path.join(bundled, "libs");
  const names = existsSync(libraries) ? readdirSync(libraries) : [];
  for (const name of names) {
    const match = /^tessera_lsp-(.+)\.dist-info$/.exec(name);
    if (match?.[1] !== undefined) {
      return match[1];
    }
  }
  return "";
}

function folder(): string | undefined {
  return vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === "file")?.uri.fsPath;
}

async function foundPython(named: string): Promise<Python | NoPython> {
  return findPython(await candidates(named), probePython);
}

async function candidates(named: string): Promise<Candidate[]> {
  if (named !== "") {
    const root = folder();
    const command = root === undefined || path.isAbsolute(named) ? named : path.join(root, named);
    return [{ command, from: "the setting tessera.server.python", decides: true }];
  }
  const trusted = vscode.workspace.isTrusted;
  const chosen = trusted ? await chosenInterpreter(vscode.workspace.workspaceFolders?.[0]?.uri) : undefined;
  const first = chosen === undefined ? [] : [{ command: chosen, from: "the Python extension's choice" }];
  const inWorkspace = (place: string): boolean =>
    !trusted && vscode.workspace.getWorkspaceFolder(vscode.Uri.file(place)) !== undefined;
  return [...first, ...pythonsOfMachine(process.env, inWorkspace)];
}

/** The server in the environment of the first folder: that of the Python extension, else `.venv` or `venv`; none
 * where its Python is too old for one.
 * Nothing of a workspace without trust is started. */
async function installedServer(): Promise<{ python: string; version: string } | undefined> {
  const root = folder();
  if (root === undefined || !vscode.workspace.isTrusted) {
    return undefined;
  }
  const inside = process.platform === "win32" ? ["Scripts", "python.exe"] : ["bin", "python"];
  const beside = [".venv", "venv"].map((name) => path.join(root, name, ...inside));
  const python = (await chosenInterpreter(vscode.Uri.file(root))) ?? beside.find((each) => existsSync(each));
  if (python === undefined) {
    return undefined;
  }
  const version = await new Promise<string>((resolve) => {
    execFile(python, ["-I", "-c", VERSION], { timeout: 15_000 }, (error, stdout) => {
      resolve(error === null ? stdout.trim() : "");
    });
  });
  return version === "" ? undefined : { python, version };
}
