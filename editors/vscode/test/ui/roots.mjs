// Two folders in one window, one of which may not run: each has its own state and its own part of the surface.
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

export const editor = {};
export const file = "skylog/comets/claims.py";

/** Make the second folder and the workspace that has both; what the window is to open. */
export function prepare({ folder, project }) {
  const second = path.join(folder, "quiet");
  cpSync(project, second, { recursive: true });
  mkdirSync(path.join(second, ".vscode"));
  writeFileSync(path.join(second, ".vscode", "settings.json"), JSON.stringify({ "tessera.run": false }));
  const workspace = path.join(folder, "both.code-workspace");
  writeFileSync(workspace, JSON.stringify({ folders: [{ path: "skylog" }, { path: "quiet" }] }));
  return { workspace };
}

export async function run(hand) {
  const { page } = hand;
  await page.waitForSelector(".editor-instance .view-line");
  // VS Code drops a refresh of lenses that is on its way when the editor loses the focus.
  await hand.restless(async () => {
    await hand.see(".view-line", "✗ brightness");
    await hand.status("Tessera: static only");
    await hand.rest();
  });
  await hand.see(".codelens-decoration", "comets 1 of 3 · owns 4");
  hand.step("lenses of the verdicts, though the focus was elsewhere");
  await page.locator('.activitybar a[aria-label^="Tessera"]').first().click();
  await hand.see(".pane-body .monaco-list-row", "skylog");
  await hand.see(".pane-body .monaco-list-row", "0.900 of 10 claims");
  await hand.see(".pane-body .monaco-list-row", "quiet");
  await hand.see(".pane-body .monaco-list-row", 'the editor\'s setting "run" is false');
  await hand.shot("surface");
  hand.step("two projects, each with its own state");
}
