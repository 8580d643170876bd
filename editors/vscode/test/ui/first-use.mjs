// A first use: open a claims file, read the verdicts, mend a finding, look at the surface, try a sentence, move a
// shape, run the samples.
export const editor = {};
export const file = "skylog/comets/claims.py";

export async function run(hand) {
  const { page } = hand;
  await page.waitForSelector(".monaco-workbench");
  hand.step("the window is there", true);
  await page.waitForSelector(".squiggly-error, .squiggly-warning");
  hand.step("the first findings", true);
  await hand.see(".view-line", "✗ brightness");
  hand.step("the first verdicts", true);
  await hand.see(".codelens-decoration", "comets 1 of 3 · owns 4");
  await hand.status("Tessera 0.900");
  await hand.shot("verdicts", [353, 240, 747, 300]);
  hand.step("hints, lenses and the status");

  await hand.hover("True: Perrin", "unsupported");
  await hand.shot("ladder", [353, 112, 907, 300]);
  hand.step("the ladder of a wrong sample");
  await page.keyboard.press("Escape");

  await mend(hand);
  await surface(hand);
  await playground(hand);
  await move(hand);
  await samples(hand);
}

async function mend(hand) {
  const { page } = hand;
  await page.locator(".view-line").filter({ hasText: "def any_brightness" }).click();
  await page.keyboard.press("Control+End");
  const name = page.locator(".view-line").filter({ hasText: "def counted" }).getByText("counted");
  await name.click();
  await page.keyboard.press("Control+.");
  await hand.see(".action-widget", "Declare");
  await hand.shot("fix", [353, 440, 640, 190]);
  await page.keyboard.press("Escape");
  hand.step("the fix of an undeclared shape");
}

async function surface(hand) {
  const { page } = hand;
  await page.locator('.activitybar a[aria-label^="Tessera"]').first().click();
  await hand.see(".pane-body .monaco-list-row", "brightness");
  const unowned = await hand.see(".pane-body .monaco-list-row", "Owned by nobody");
  await unowned.click();
  await hand.see(".pane-body .monaco-list-row", "Ahlqvist was a fine sight.");
  await hand.shot("surface", [4, 36, 345, 250]);
  hand.step("the Grammar Surface");
}

async function playground(hand) {
  const { page } = hand;
  await (await hand.see(".pane-body .monaco-list-row", "Ahlqvist was a fine sight.")).click();
  const frame = page.frameLocator("iframe.webview").frameLocator("iframe");
  await frame.locator("h2.unsupported").waitFor();
  await frame.locator("#text").fill("Moreau had magnitude 7.4.");
  await frame.locator("label.record", { hasText: "log/1" }).locator("input").uncheck();
  await frame.locator("label.record", { hasText: "log/4" }).locator("input").check();
  await frame.locator("h2.supported").waitFor();
  await frame.locator("li.decides", { hasText: "brightness" }).waitFor();
  await hand.shot("playground", [815, 68, 460, 660]);
  hand.step("a sentence in the playground");
}

async function move(hand) {
  const { page } = hand;
  const row = await hand.see(".pane-body .monaco-list-row", "any_brightness");
  await row.hover();
  await row.locator('a[aria-label*="Move Up"], a[title*="Move Up"]').first().click();
  await hand.see(".monaco-dialog-box", "would be answered otherwise");
  await hand.shot("drift", [405, 168, 470, 466]);
  hand.step("the drift before a move");
  await hand.press("Move it");
  await hand.see(".tab.active", "registry.py");
  await hand.see(".pane-body .monaco-list-row", "owns 0 · 7 changed");
  await hand.shot("moved");
  hand.step("the move, unsaved");
  await page.locator(".view-line").filter({ hasText: "claims.any_brightness" }).click();
  await page.keyboard.press("Control+Z");
  await page.waitForFunction(() => document.querySelector(".tab.dirty") === null);
  hand.step("the move, undone");
}

async function samples(hand) {
  const { page } = hand;
  await hand.tab("claims.py");
  await hand.command("Test: Run All Tests");
  await hand.see(".test-output-peek-tree .monaco-list-row", "True: Ahlqvist had magnitude 6.2.");
  await page.waitForSelector(".glyph-margin-widgets .codicon-testing-passed-icon, .codicon-testing-passed-icon:visible");
  await (await hand.see(".test-output-peek-tree .monaco-list-row", "True: Perrin")).click();
  await hand.see(".test-output-peek .view-line, .panel .view-line", "False: Perrin");
  await hand.shot("samples", [353, 508, 923, 260]);
  hand.step("the samples as tests");
}
