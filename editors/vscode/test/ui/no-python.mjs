// A machine without a Python that runs the server: a word with a link, and nothing that hangs.
const nowhere = "/nowhere";
export const editor = {
  // Without a shell the editor cannot look for another PATH.
  environ: { PATH: nowhere, PYENV_ROOT: nowhere, XDG_DATA_HOME: nowhere, HOME: nowhere, SHELL: nowhere },
};
export const file = "skylog/comets/claims.py";

export async function run(hand) {
  await hand.see(".notification-toast", "No Python 3.11 or newer was found on this machine");
  await hand.page.locator(".notification-toast").getByRole("button", { name: "Get Python" }).waitFor();
  await hand.page.locator('.activitybar a[aria-label^="Tessera"]').first().click();
  await hand.see(".pane-body .welcome-view", "The Tessera server does not run");
  await hand.shot("word");
  hand.step("the word, the link, and the view that says the same");
}
