// A server that cannot start: what is wrong, and what to do.
export const editor = { settings: { "tessera.server.python": "/usr/bin/no-such-python" } };
export const file = "skylog/comets/claims.py";

export async function run(hand) {
  const { page } = hand;
  await hand.see(".notification-toast", "Tessera needs Python 3.11 or newer");
  await hand.see(".notification-toast", "/usr/bin/no-such-python");
  await page.getByRole("button", { name: "Choose a Python…" }).first().waitFor();
  await page.getByRole("button", { name: "Get Python" }).first().waitFor();
  await hand.status("Tessera");
  await hand.shot("word");
  hand.step("the word, the link, and what to do", true);
  await hand.press("Choose a Python…", ".notification-toast");
  const fitting = await hand.see(".quick-input-list .monaco-list-row", /Python 3\.1[1-9]/);
  await hand.shot("choice");
  await fitting.click();
  hand.step("another Python is chosen");
  await hand.see(".view-line", "✗ brightness");
  await hand.shot("mended");
  hand.step("the verdicts", true);
}
