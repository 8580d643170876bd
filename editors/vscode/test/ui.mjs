// Walks through the installed vsix as a user does, in a real editor, and keeps pictures of what it saw.
// Usage: node test/ui.mjs VERSION [PASS…]; the pictures are in build/shots/VERSION, those that the
// README and the walkthrough show in build/pictures/VERSION. With PICTURES=1 in the environment these take the place of those that are kept.
import { mkdirSync } from "node:fs";
import path from "node:path";
import { address, launch, VIEWPORT } from "./editor/browser.mjs";
import { extension, startEditor } from "./editor/server.mjs";
import { Hand } from "./ui/hand.mjs";
import * as broken from "./ui/broken.mjs";
import * as firstUse from "./ui/first-use.mjs";
import * as noPython from "./ui/no-python.mjs";
import * as roots from "./ui/roots.mjs";
import * as trust from "./ui/trust.mjs";

const PASSES = { "first-use": firstUse, trust, broken, "no-python": noPython, roots };
const [version, ...wanted] = process.argv.slice(2);
const shots = path.join(extension, "build", "shots", version);
const vsix = path.join(extension, "build", "tessera.vsix");
const pictures = process.env.PICTURES === "1" ? path.join(extension, "media", "pictures") : path.join(extension, "build", "pictures", version);
mkdirSync(shots, { recursive: true });
mkdirSync(pictures, { recursive: true });

const browser = await launch();
let steps = 0;
const failures = [];
try {
  for (const [name, pass] of Object.entries(PASSES)) {
    if (wanted.length > 0 && !wanted.includes(name)) {
      continue;
    }
    const began = Date.now();
    const editor = await startEditor({ version, vsixes: [vsix], ...pass.editor });
    const page = await browser.newPage({ viewport: VIEWPORT });
    const hand = new Hand(page, editor, path.join(shots, name), pictures);
    try {
      await page.goto(address(editor, { file: pass.file, ...pass.prepare?.(editor) }));
      await pass.run(hand);
    } catch (error) {
      failures.push(name);
      await page.screenshot({ path: path.join(shots, `${name}-failed.png`) });
      console.error(`FAILED ${name}, after "${hand.done.at(-1) ?? "opening the editor"}"\n${error.message}\n`);
    } finally {
      steps += hand.done.length;
      await page.close();
      await editor.stop();
    }
    console.log(`${name}: ${hand.done.length} steps in ${((Date.now() - began) / 1000).toFixed(0)} s`);
    for (const { step, seconds } of hand.times) {
      console.log(`  ${seconds.toFixed(1)} s ${step}`);
    }
  }
} finally {
  await browser.close();
}
console.log(`passes on the installed vsix, VS Code of code-server ${version}: ${steps} steps, ${failures.length} passes failed`);
process.exit(failures.length > 0 || steps === 0 ? 1 : 0);
