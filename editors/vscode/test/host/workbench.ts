/** What the tests share: the project's files, waiting with a limit, the extension's own parts. */

import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Api } from "../../src/extension";
import type { Status } from "../../src/server/protocol";

const WITHIN = 30_000;

/** The first truthy value of `holds`, which is asked again and again; fails after a limit. */
export async function until<Value>(
  what: string,
  holds: () => Value | Promise<Value>,
  within = WITHIN,
): Promise<NonNullable<Value>> {
  const end = Date.now() + within;
  let last = "";
  while (Date.now() < end) {
    try {
      const value = await holds();
      if (value) {
        return value;
      }
    } catch (error) {
      last = ` (${String(error)})`;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`not within ${String(within / 1000)} s: ${what}${last}`);
}

/** The extension's parts. */
export async function api(): Promise<Api> {
  const extension = vscode.extensions.getExtension<Api>("tessera.tessera");
  assert.ok(extension, "the extension is not installed");
  return extension.activate();
}

let lastStatus: Status | undefined;
let listening = false;

/** The project's status once it is settled for the texts as they are open. */
export async function settled(): Promise<Status> {
  const { server } = await api();
  if (!listening) {
    listening = true;
    server.onStatus((status) => {
      lastStatus = status;
    });
    server.onDidChange(() => {
      lastStatus = undefined;
    });
  }
  return until("a settled project", async (): Promise<Status | undefined> => {
    const status = lastStatus ?? (await statuses())[0];
    const open = vscode.workspace.textDocuments.filter(({ uri, isClosed }) => uri.scheme === "file" && !isClosed);
    const known = new Map(status?.versions.map(({ uri, version }) => [vscode.Uri.parse(uri).toString(), version]));
    const current = open
      .filter(({ fileName }) => fileName.endsWith(".py"))
      .every(({ uri, version }) => known.get(uri.toString()) === version);
    return status?.state === "ready" && status.settled && current ? status : undefined;
  });
}

/** What the server says of each project when it is asked. */
export async function statuses(): Promise<Status[]> {
  return (await vscode.commands.executeCommand<Status[] | undefined>("tessera.server.status", {})) ?? [];
}

/** A file of the project. */
export function uriOf(path: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert.ok(folder, "no folder is open");
  return vscode.Uri.joinPath(folder.uri, path);
}

export const CLAIMS = "skylog/comets/claims.py";
export const REGISTRY = "skylog/registry.py";

/** Show a file. */
export async function show(path: string): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uriOf(path)));
}

/** Where a text first stands in a document. */
export function placeOf(document: vscode.TextDocument, text: string, within = 0): vscode.Position {
  const offset = document.getText().indexOf(text);
  assert.notEqual(offset, -1, `${text} does not stand in the document`);
  return document.positionAt(offset + within);
}

/** Replace a text by another one, in the editor. */
export async function replace(editor: vscode.TextEditor, text: string, by: string): Promise<void> {
  const start = placeOf(editor.document, text);
  const end = placeOf(editor.document, text, text.length);
  const done = await editor.edit((edit) => {
    edit.replace(new vscode.Range(start, end), by);
  });
  assert.ok(done, "the text was not replaced");
}

/** Take back all unsaved changes of a file. */
export async function revert(path: string): Promise<void> {
  await show(path);
  await vscode.commands.executeCommand("workbench.action.files.revert");
}

/** The findings of a file, as `CODE word`, in order of the text. */
export function findings(path: string): string[] {
  return [...vscode.languages.getDiagnostics(uriOf(path))]
    .sort((one, other) => one.range.start.compareTo(other.range.start))
    .map((each) => (typeof each.code === "object" ? String(each.code.value) : String(each.code)));
}
