/** What the user is told when there is no server: what is wrong and what to do, once for each reason. */

import * as vscode from "vscode";
import type { Failure } from "./server/state";
import type { Supervisor } from "./server/supervisor";

const CHOOSE = "Choose a Python…";
const GET = "Get Python";
const AGAIN = "Try again";
const LOG = "Show the log";
const DOWNLOADS = "https://www.python.org/downloads/";

/** Shows a failure when it comes, where the workspace looks like one of ours, and whenever it is asked for. */
export class Failures implements vscode.Disposable {
  private told = "";
  /** The words of the failure that there is now, empty for none. */
  get last(): string {
    return this.told;
  }

  private readonly subscription: vscode.Disposable;

  constructor(private readonly server: Supervisor) {
    this.subscription = server.onDidChange((state) => {
      void vscode.commands.executeCommand("setContext", "tessera.serverFailed", state.kind === "failed");
      if (state.kind === "running") {
        this.told = "";
      } else if (state.kind === "failed" && this.told !== words(state.failure)) {
        this.told = words(state.failure);
        void this.tellWhereItMatters(state.failure);
      }
    });
  }

  /** Say what is wrong now, if something is. */
  async explain(): Promise<void> {
    const { state } = this.server;
    if (state.kind === "failed") {
      await this.tell(state.failure);
    }
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private async tellWhereItMatters(failure: Failure): Promise<void> {
    if (await looksLikeProject()) {
      await this.tell(failure);
    }
  }

  private async tell(failure: Failure): Promise<void> {
    const actions = failure.python ? [CHOOSE, GET, LOG] : [AGAIN, LOG];
    const chosen = await vscode.window.showErrorMessage(words(failure), ...actions);
    if (chosen === CHOOSE) {
      await vscode.commands.executeCommand("tessera.choosePython");
    } else if (chosen === GET) {
      await vscode.env.openExternal(vscode.Uri.parse(DOWNLOADS));
    } else if (chosen === AGAIN) {
      await vscode.commands.executeCommand("tessera.restart");
    } else if (chosen === LOG) {
      await vscode.commands.executeCommand("tessera.showLog");
    }
  }
}

function words(failure: Failure): string {
  if (failure.python) {
    return `Tessera needs Python 3.11 or newer to run its server. ${failure.title}`;
  }
  const last = failure.detail.at(-1);
  return last === undefined ? failure.title : `${failure.title} It said last: ${last}`;
}

/** Whether the workspace holds what Tessera is for, as far as names tell. */
export async function looksLikeProject(): Promise<boolean> {
  const claims = await vscode.workspace.findFiles("**/claims.py", "**/{node_modules,.venv,venv}/**", 1);
  if (claims.length > 0) {
    return true;
  }
  for (const file of await vscode.workspace.findFiles("{pyproject.toml,*/pyproject.toml}", undefined, 20)) {
    const text = Buffer.from(await vscode.workspace.fs.readFile(file)).toString("utf8");
    if (/^\s*\[tool\.tessera[\].]/m.test(text)) {
      return true;
    }
  }
  return false;
}
