/** The command that lets the user choose the Python that runs the server. */

import { realpath } from "node:fs/promises";
import * as path from "node:path";
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
  const asked = new Set<string>();
  const shown = new Set<string>();
  for (const { command, from } of pythonsOfMachine(process.env)) {
    if (asked.has(command)) {
      continue;
    }
    asked.add(command);
    const answer = await probePython(command);
    if (!("version" in answer) || !runsServer(answer.version)) {
      continue;
    }
    // Another name of the same Python: `python` beside `python3`, /bin beside /usr/bin. The program itself does not
    // tell: an environment's is a link to the one that it was made of.
    const same = `${await realFolder(answer.place)} ${answer.version}`;
    if (!shown.has(same)) {
      shown.add(same);
      items.push({ label: answer.place, description: `Python ${answer.version}, ${from}` });
    }
  }
  return [...items, { label: BROWSE, alwaysShow: true }];
}

function realFolder(place: string): Promise<string> {
  return realpath(path.dirname(place)).catch(() => place);
}

async function browse(): Promise<string | undefined> {
  const files = await vscode.window.showOpenDialog({ title: "A Python 3.11 or newer", openLabel: "Use it" });
  return files?.[0]?.fsPath;
}
