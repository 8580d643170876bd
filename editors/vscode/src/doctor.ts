/** What the server's own doctor says of the first folder: what was found, what will run, why something is missing. */

import { execFile } from "node:child_process";
import * as vscode from "vscode";
import { serverSettings } from "./server/settings";
import type { Supervisor } from "./server/supervisor";

const WITHIN = 60_000;

/** Run `tessera-lsp doctor` with the server that runs, and show its words in the log, below what this window tells
 * the server; the same text, empty where no server runs. */
export async function doctor(server: Supervisor, log: vscode.LogOutputChannel): Promise<string> {
  const { command } = server;
  if (command === undefined) {
    await vscode.commands.executeCommand("tessera.explainFailure");
    return "";
  }
  const options = { location: vscode.ProgressLocation.Window, title: "Tessera: looking around" };
  const words = await vscode.window.withProgress(options, async () => {
    const found = await said(command.command, [...command.args], command.cwd);
    return `${await heading()}\n${found}`;
  });
  log.info(`Doctor:\n${words}`);
  log.show();
  return words;
}

/** What the doctor, a command of its own, does not know of. */
async function heading(): Promise<string> {
  const { run, python } = await serverSettings(vscode.workspace.workspaceFolders?.[0]?.uri);
  const runs = run === true ? "may run" : run === false ? "is not to run (tessera.run)" : "is not trusted, and does not run";
  const named = python === "" ? "" : ` Unless pyproject.toml names another interpreter, it is ${python}, whatever stands below.`;
  return `In this window the project ${runs}.${named}`;
}

function said(command: string, args: readonly string[], cwd: string | undefined): Promise<string> {
  return new Promise((resolve) => {
    execFile(command, [...args, "doctor"], { cwd, timeout: WITHIN, windowsHide: true }, (error, stdout, stderr) => {
      // Its exit code says how it stands with the project; that it could not be started is told by no output.
      resolve(stdout.trim() !== "" ? stdout.trimEnd() : stderr.trim() || (error?.message ?? "it said nothing"));
    });
  });
}
