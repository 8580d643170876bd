/** Edits that the server has made, applied to the texts that they were made for and to no others. */

import * as vscode from "vscode";
import type { LanguageClient, WorkspaceEdit } from "vscode-languageclient/node";
import { showPlace } from "./places";

/** Apply an edit as one step that can be undone, and show where it begins. False: a text has changed meanwhile,
 * and nothing was edited. */
export async function applyEdit(client: LanguageClient, edit: WorkspaceEdit): Promise<boolean> {
  if (!isCurrent(client, edit)) {
    return false;
  }
  const made = await client.protocol2CodeConverter.asWorkspaceEdit(edit);
  if (!(await vscode.workspace.applyEdit(made))) {
    return false;
  }
  const [first] = made.entries();
  const place = first?.[1][0]?.range.start;
  if (first !== undefined && place !== undefined) {
    const editor = await showPlace(first[0]);
    editor.revealRange(new vscode.Range(place, place), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
  return true;
}

function isCurrent(client: LanguageClient, { documentChanges }: WorkspaceEdit): boolean {
  for (const change of documentChanges ?? []) {
    if ("textDocument" in change && change.textDocument.version !== null) {
      const uri = client.protocol2CodeConverter.asUri(change.textDocument.uri).toString();
      const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri);
      if (open !== undefined && open.version !== change.textDocument.version) {
        return false;
      }
    }
  }
  return true;
}
