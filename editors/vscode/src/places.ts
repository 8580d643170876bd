/** Showing places of files beside what is open, not over the playground. */

import * as vscode from "vscode";
import type { Location } from "vscode-languageclient/node";

/** Show a file's range: where the file is shown already, else among the other texts. */
export async function showPlace(uri: vscode.Uri, selection?: vscode.Range): Promise<vscode.TextEditor> {
  const editors = vscode.window.visibleTextEditors.filter(({ viewColumn }) => viewColumn !== undefined);
  const shown = editors.find(({ document }) => document.uri.toString() === uri.toString());
  const files = editors.find(({ document }) => document.uri.scheme === "file");
  const viewColumn = (shown ?? files)?.viewColumn ?? vscode.ViewColumn.One;
  const options = { viewColumn, preview: shown === undefined };
  return vscode.window.showTextDocument(uri, selection === undefined ? options : { ...options, selection });
}

/** Show a location; nothing where there is none. */
export async function showLocation(location: Location | null): Promise<void> {
  if (location !== null) {
    await showPlace(vscode.Uri.parse(location.uri), rangeOf(location));
  }
}

/** A location's range, as the editor has it. */
export function rangeOf({ range: { start, end } }: Location): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}
