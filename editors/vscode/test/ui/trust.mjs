// Trust refused, then granted: static findings only, said so; then verdicts without a reload.
const SETTINGS = {
  "security.workspace.trust.startupPrompt": "always",
  // Newer versions lay the editor of trust over the others.
  "workbench.editor.useModal": "off",
};
export const editor = { trusted: false, settings: SETTINGS };
export const file = "skylog/comets/claims.py";

export async function run(hand) {
  const { page } = hand;
  await hand.see(".monaco-dialog-box", "Do you trust");
  await hand.press(/^No/);
  hand.step("trust is refused");
  await hand.see(".codelens-decoration", "comets 1 of 3");
  await hand.status("Tessera: static only");
  await hand.see(".view-line", "not run: this workspace is not trusted");
  if ((await page.locator(".view-line").filter({ hasText: "✓ brightness" }).count()) > 0) {
    throw new Error("a verdict is shown though nothing may run");
  }
  await hand.shot("refused");
  await page.locator(".view-line").filter({ hasText: "def any_brightness" }).click();
  await page.keyboard.press("Control+End");
  await page.waitForSelector(".squiggly-warning");
  hand.step("findings of the text alone, and the word why", true);

  // A reload would take this mark away.
  await page.evaluate(() => {
    document.body.dataset.opened = "once";
  });
  await (await hand.status("Tessera: static only")).click();
  const grant = page.locator(".workspace-trust-editor").getByRole("button", { name: "Trust", exact: true }).first();
  await grant.click();
  hand.step("trust is granted");
  await hand.tab("claims.py");
  await hand.see(".view-line", "∅ nobody");
  await hand.status("Tessera 0.900");
  if ((await page.evaluate(() => document.body.dataset.opened)) !== "once") {
    throw new Error("the window was loaded anew");
  }
  await hand.shot("granted");
  hand.step("verdicts, without a reload");
}
