/** What the server's own doctor says of the first folder: what was found, what will run, why something is missing. */

import { execFile } from "node:child_process";
import * as vscode from "vscode";
import type { Supervisor } from "./server/supervisor";

const WITHIN = 60_000;

/** Run `tessera-lsp doctor` with the server that runs, and show its words in the log. */
export async function doctor(server: Supervisor, log: vscode.LogOutputChannel): Promise<void> {
  const { command } = server;
  if (command === undefined) {
    await vscode.commands.executeCommand("tessera.explainFailure");
    return;
  }
  const options = { location: vscode.ProgressLocation.Window, title: "Tessera: looking around" };
  const words = await vscode.window.withProgress(options, () => said(command.command, [...command.args], command.cwd));
  log.info(`Doctor:\n${words}`);
  log.show();
}

function said(command: string, args: readonly string[], cwd: string | undefined): Promise<string> {
  return new Promise((resolve) => {
    execFile(command, [...args, "doctor"], { cwd, timeout: WITHIN, windowsHide: true }, (error, stdout, stderr) => {
      // Its exit code says how it stands with the project; that it could not be started is told by no output.
      resolve(stdout.trim() !== "" ? stdout.trimEnd() : stderr.trim() || (error?.message ?? "it said nothing"));
    });
  });
}
