// A page of Chromium on an editor.
import { chromium } from "playwright-core";

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
export const VIEWPORT = { width: 1280, height: 800 };

/** Chromium, named by CHROMIUM or where Debian has it. */
export function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ARGUMENTS });
}

/** The address of an editor's window on its project, or on a `workspace` file. `payload` are pairs that the
 * workbench takes; `file`, from the project's folder, is opened. */
export function address({ port, project }, { file, workspace, payload = [] } = {}) {
  const remote = `vscode-remote://127.0.0.1:${port}`;
  const pairs = file === undefined ? payload : [...payload, ["openFile", `${remote}${project}/${file}`]];
  const query = new URLSearchParams(workspace === undefined ? { folder: project } : { workspace });
  if (pairs.length > 0) {
    query.set("payload", JSON.stringify(pairs));
  }
  return `http://127.0.0.1:${port}/?${query}`;
}

/** Let the workbench take extension tests from its address: newer ones do so only for their own smoke tests. */
export async function allowTests(page) {
  await page.addInitScript(() => {
    document.addEventListener("readystatechange", () => {
      const place = document.getElementById("vscode-workbench-web-configuration");
      if (place === null || place.dataset.done === "1") {
        return;
      }
      place.dataset.done = "1";
      const settings = JSON.parse(place.getAttribute("data-settings"));
      settings.developmentOptions = { ...settings.developmentOptions, enableSmokeTestDriver: true };
      place.setAttribute("data-settings", JSON.stringify(settings));
    });
  });
}
