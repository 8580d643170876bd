/** The command that lets the user choose the Python that runs the server. */

import * as vscode from "vscode";
import { probePython, pythonsOfMachine } from "./server/python";
import { SECTION } from "./server/settings";
import { runsServer } from "./server/versions";

const BROWSE = "Find another one…";

/** Show the fitting Pythons of the machine, and keep the chosen one as `tessera.server.python`. */
export async function choosePython(): Promise<void> {
  const chosen = await vscode.window.showQuickPick(fittingPythons(), {
    title: "Which Python runs the Tessera server?",
    placeHolder: "Python 3.11 or newer. Your project keeps its own interpreter.",
  });
  const command = chosen?.label === BROWSE ? await browse() : chosen?.label;
  if (command !== undefined) {
    const settings = vscode.workspace.getConfiguration(SECTION);
    await settings.update("server.python", command, vscode.ConfigurationTarget.Global);
  }
}

async function fittingPythons(): Promise<vscode.QuickPickItem[]> {
  const items: vscode.QuickPickItem[] = [];
  const seen = new Set<string>();
  for (const { command, from } of pythonsOfMachine(process.env)) {
    if (seen.has(command)) {
      continue;
    }
    seen.add(command);
    const answer = await probePython(command);
    if ("version" in answer && runsServer(answer.version)) {
      items.push({ label: command, description: `Python ${answer.version}, ${from}` });
    }
  }
  return [...items, { label: BROWSE, alwaysShow: true }];
}

async function browse(): Promise<string | undefined> {
  const files = await vscode.window.showOpenDialog({ title: "A Python 3.11 or newer", openLabel: "Use it" });
  return files?.[0]?.fsPath;
}
