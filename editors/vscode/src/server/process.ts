/** The server's process: what it said last on standard error, how it ended, and its end when we ask for it. */

import { spawn, type ChildProcess } from "node:child_process";

const KEPT = 12;
const END_WITHIN = 3_000;

/** How to start the server. `environment` goes on top of our own. */
export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string | undefined;
}

/** One process of the server. */
export class ServerProcess {
  /** The last lines of standard error. */
  readonly said: string[] = [];
  /** Settles with how it ended, in words: `ended with code 1`. */
  readonly ended: Promise<string>;
  private over = false;

  private constructor(
    readonly child: ChildProcess,
    log: (line: string) => void,
  ) {
    this.ended = new Promise((resolve) => {
      child.once("exit", (code, signal) => {
        this.over = true;
        resolve(signal === null ? `ended with code ${String(code)}` : `was ended by ${signal}`);
      });
    });
    let rest = "";
    child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
      const lines = (rest + chunk).split(/\r?\n/);
      rest = lines.pop() ?? "";
      for (const line of lines.filter((each) => each.trim() !== "")) {
        this.said.push(line);
        log(line);
      }
      this.said.splice(0, this.said.length - KEPT);
    });
  }

  /** Start it; rejects where the program can't be started. `log` is given each line of standard error. */
  static start({ command, args, cwd }: Command, log: (line: string) => void): Promise<ServerProcess> {
    return new Promise((resolve, reject) => {
      const child = spawn(command, args, { cwd, stdio: "pipe", windowsHide: true });
      const process = new ServerProcess(child, log);
      child.once("spawn", () => {
        resolve(process);
      });
      child.once("error", reject);
      // Writing to a server that has just died is answered by its end, not by a crash of the host.
      child.stdin.on("error", () => undefined);
    });
  }

  /** The process's id. */
  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Wait for its end; where it does not come by itself, bring it about. */
  async end(within = END_WITHIN): Promise<void> {
    for (const signal of [undefined, "SIGTERM", "SIGKILL"] as const) {
      if (this.over) {
        return;
      }
      if (signal !== undefined) {
        this.child.kill(signal);
      }
      await Promise.race([this.ended, new Promise((resolve) => setTimeout(resolve, within).unref())]);
    }
  }
}
