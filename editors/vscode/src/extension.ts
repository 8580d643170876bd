/** Wires the parts together; what they do stands in them. */

import * as vscode from "vscode";
import { choosePython } from "./choosePython";
import { Failures } from "./failures";
import { onChosen } from "./server/pythonExtension";
import { SECTION } from "./server/settings";
import { Supervisor } from "./server/supervisor";
import { StatusItem } from "./status";

let server: Supervisor | undefined;

/** What the extension gives to those who ask for it: its own tests. */
export interface Api {
  readonly server: Supervisor;
  readonly status: StatusItem;
}

export async function activate(context: vscode.ExtensionContext): Promise<Api> {
  const log = vscode.window.createOutputChannel("Tessera", { log: true });
  server = new Supervisor(context.extensionUri, log);
  const running = server;
  const failures = new Failures(running);
  const status = new StatusItem(running, () => undefined);

  const command = (name: string, run: (...given: never[]) => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(`tessera.${name}`, run);
  const changed = (why: string): void => void running.settingsChanged(why);

  context.subscriptions.push(
    log,
    running,
    failures,
    status,
    command("restart", () => running.restart("the user asked for it")),
    command("showLog", () => {
      log.show();
    }),
    command("explainFailure", () => failures.explain()),
    command("choosePython", choosePython),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      changed("the workspace is trusted now");
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${SECTION}.server`)) {
        changed("a setting about the server has changed");
      }
    }),
    await onChosen(() => {
      changed("another interpreter was chosen");
    }),
  );
  void running.restart("the window was opened");
  return { server: running, status };
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
