/** The verdicts that a branch changes, in a real repository. */

import * as assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import * as vscode from "vscode";
import { CLAIMS, replace, settled, show, until, uriOf } from "./workbench";

function git(...given: string[]): string {
  const name = ["-c", "user.name=Test", "-c", "user.email=test@example.invalid"];
  return execFileSync("git", [...name, ...given], { cwd: uriOf("").fsPath, encoding: "utf8" });
}

/** The list, once it says what is looked for: an earlier one of the same title is shown until this one is drawn. */
async function listed(says: RegExp): Promise<string> {
  await vscode.commands.executeCommand("tessera.showDriftOfBranch");
  let text = "";
  try {
    await until("the list", () => {
      const shown = vscode.window.visibleTextEditors.map(({ document }) => document);
      text = shown.find(({ uri }) => uri.path === "/Verdicts changed on this branch")?.getText() ?? "";
      return says.test(text);
    });
  } catch {
    assert.match(text, says);
  }
  await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
  return text;
}

describe("the drift of a branch", () => {
  const was = 'each.magnitude == match["magnitude"]';
  const is = 'each.magnitude != match["magnitude"]';
  before(async () => {
    await show(CLAIMS);
    await settled();
  });
  after(async () => {
    const editor = await show(CLAIMS);
    if (editor.document.getText().includes(is)) {
      await replace(editor, is, was);
    }
    await editor.document.save();
    rmSync(uriOf(".git").fsPath, { recursive: true, force: true });
    await settled();
  });

  it("is not known where there is no repository, and the list says so", async () => {
    await listed(/Nothing can be compared: \S/);
  });

  it("lists what a commit of the branch and the text on the screen answer otherwise than its base", async () => {
    git("init", "--quiet", "--initial-branch=main");
    git("add", "--all");
    git("commit", "--quiet", "--message=Base");
    git("switch", "--quiet", "--create", "work");
    await listed(/No verdict and no owner differs\./);
    const editor = await show(CLAIMS);
    await replace(editor, was, is);
    await editor.document.save();
    git("commit", "--quiet", "--all", "--message=Change");
    await settled();
    const text = await listed(/\d+ sentences are answered otherwise\./);
    assert.match(text, /Ahlqvist had magnitude 6\.2\.\n {4}comets ← log\/1\n {4}✓ brightness {2}→ {2}✗ brightness/);
    assert.equal(git("worktree", "list").trim().split("\n").length, 1, "the base was left laid out");
  });
});
