// What a user's hand and eye do in the editor. Every wait has a limit.
import path from "node:path";

const WITHIN = 60_000;

export class Hand {
  /** The steps that were done. */
  done = [];
  /** How long after the window was opened some of them were. */
  times = [];

  constructor(page, editor, shots, pictures) {
    this.page = page;
    this.editor = editor;
    this.began = Date.now();
    this.shots = shots;
    this.pictures = pictures;
    page.setDefaultTimeout(WITHIN);
  }

  /** Say that a step is done; with `timed`, keep how long after the opening. */
  step(step, timed = false) {
    this.done.push(step);
    if (timed) {
      this.times.push({ step, seconds: (Date.now() - this.began) / 1000 });
    }
  }

  /** Keep a picture of the window. With `part` (`[x, y, width, height]`), a picture of that part is kept as well:
   * the README and the walkthrough show those. */
  async shot(name, part) {
    await this.rest();
    await this.page.screenshot({ path: `${this.shots}-${name}.png` });
    if (part !== undefined) {
      const [x, y, width, height] = part;
      await this.page.screenshot({ path: path.join(this.pictures, `${name}.png`), clip: { x, y, width, height } });
    }
  }

  /** Wait until the window has stood still for a moment. */
  async rest() {
    await this.page.waitForTimeout(700);
  }

  /** Wait until something that has the text is to be seen. */
  async see(selector, text) {
    const found = this.page.locator(selector).filter({ hasText: text }).first();
    await found.waitFor({ state: "visible" });
    return found;
  }

  /** Wait until the status item says so. */
  status(text) {
    return this.see('[id="tessera.tessera.tessera.status"], [id="tessera.tessera"], .statusbar-item', text);
  }

  /** Take the focus from the editor and give it back, again and again, while `work` is under way; it stays away
   * in the end. Without an editor nothing is done. */
  async restless(work) {
    await this.page.evaluate(() => {
      const place = () => document.querySelector(".editor-instance .native-edit-context, .editor-instance .inputarea");
      window.restless = setInterval(() => {
        const focused = document.activeElement === place();
        if (focused) {
          document.activeElement.blur();
        } else {
          place()?.focus();
        }
      }, 100);
    });
    try {
      await work();
    } finally {
      await this.page.evaluate(() => {
        clearInterval(window.restless);
        document.activeElement?.blur();
      });
    }
  }

  /** Run a command of the palette. */
  async command(title) {
    await this.page.keyboard.press("F1");
    const box = this.page.locator(".quick-input-widget input").first();
    await box.waitFor({ state: "visible" });
    await box.fill(`>${title}`);
    await this.see(".quick-input-list .monaco-list-row", title);
    await this.page.keyboard.press("Enter");
  }

  /** Go to a tab that is open. */
  async tab(name) {
    await this.page.locator(".tab").filter({ hasText: name }).first().click();
    await this.see(".tab.active", name);
  }

  /** Hover over a text in the editor until the hover says something. */
  async hover(text, says) {
    const line = this.page.locator(".view-line").filter({ hasText: text }).first();
    const end = Date.now() + WITHIN;
    for (;;) {
      await line.hover({ position: { x: 170, y: 9 } });
      const hover = this.page.locator(".monaco-hover:visible").filter({ hasText: says }).first();
      try {
        await hover.waitFor({ state: "visible", timeout: 4_000 });
        return hover;
      } catch (error) {
        if (Date.now() > end) {
          throw error;
        }
        await this.page.mouse.move(5, 5);
      }
    }
  }

  /** Press a button of a dialogue, or of a notification. */
  async press(name, within = ".monaco-dialog-box") {
    await this.page.locator(within).getByRole("button", { name }).first().click();
  }
}
