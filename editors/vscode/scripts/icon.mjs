// Draws media/icon.png, which the marketplace wants, from media/icon.svg. Usage: node scripts/icon.mjs CHROMIUM
import { readFileSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";

const media = path.resolve(import.meta.dirname, "../media");
const drawing = readFileSync(path.join(media, "icon.svg"), "utf8");
const browser = await chromium.launch({ executablePath: process.argv[2], args: ["--no-sandbox"] });
try {
  const page = await browser.newPage({ viewport: { width: 128, height: 128 }, deviceScaleFactor: 2 });
  await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${drawing}`);
  await page.screenshot({ path: path.join(media, "icon.png"), omitBackground: true });
} finally {
  await browser.close();
}
