/** The user's settings, and what the server is told of them. */

import * as vscode from "vscode";
import { chosenInterpreter } from "./pythonExtension";

/** The section of all settings, the server's and ours. */
export const SECTION = "tessera";

/** What decides how the server is started. */
export interface StartSettings {
  readonly python: string;
  readonly source: "auto" | "bundled" | "environment";
}

/** How the server is to be started. A workspace that is not trusted has no say: see `restrictedConfigurations`
 * in package.json. */
export function startSettings(): StartSettings {
  const settings = vscode.workspace.getConfiguration(SECTION);
  return {
    python: settings.get<string>("server.python", "").trim(),
    source: settings.get<StartSettings["source"]>("server.source", "auto"),
  };
}

/** What the server reads as the setting `tessera` of a root. */
export interface ServerSettings {
  /** May the project's code run? Never `"ask"`: workspace trust has asked. */
  readonly run: boolean | "untrusted";
  /** The project's interpreter, empty for none named. */
  readonly python: string;
  /** Whether further questions are asked in the background. */
  readonly deep: boolean;
}

/** What the server is told about a root. Nothing is said about an interpreter that a workspace without trust
 * may have planted. */
export async function serverSettings(scope: vscode.Uri | undefined): Promise<ServerSettings> {
  const settings = vscode.workspace.getConfiguration(SECTION, scope ?? null);
  if (!vscode.workspace.isTrusted) {
    return { run: "untrusted", python: "", deep: false };
  }
  const named = settings.get<string>("python", "").trim();
  return {
    run: settings.get<boolean>("run", true),
    python: named === "" ? ((await chosenInterpreter(scope)) ?? "") : named,
    deep: settings.get<boolean>("deep", false),
  };
}
