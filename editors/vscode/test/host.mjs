// Runs the tests of test/host inside the extension host of a real editor, on the contents of the vsix.
// Usage: node test/host.mjs VERSION; the outcome is in build/host.json.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { address, allowTests, launch, VIEWPORT } from "./editor/browser.mjs";
import { extension, startEditor } from "./editor/server.mjs";

const WITHIN = 480_000;
const version = process.argv[2];
const build = path.join(extension, "build");
const result = path.join(build, "host.json");
const shot = path.join(build, "shots", version, "host.png");
mkdirSync(path.dirname(shot), { recursive: true });
rmSync(result, { force: true });

const vsixes = [path.join(build, "python-extension.vsix")];
const editor = await startEditor({ version, vsixes, environ: { TESSERA_TEST_RESULT: result } });
const browser = await launch();
try {
  const page = await browser.newPage({ viewport: VIEWPORT });
  await allowTests(page);
  const remote = (file) => `vscode-remote://127.0.0.1:${editor.port}${path.join(build, file)}`;
  const payload = [
    ["extensionDevelopmentPath", remote("unpacked/extension")],
    ["extensionTestsPath", remote("host/index.cjs")],
  ];
  await page.goto(address(editor, { payload }));
  const end = Date.now() + WITHIN;
  while (!existsSync(result) && Date.now() < end && editor.child.exitCode === null) {
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await page.screenshot({ path: shot });
} finally {
  await browser.close();
  await editor.stop();
}

if (!existsSync(result)) {
  console.error(`host tests: no result within ${WITHIN / 1000} s; see ${shot}`);
  process.exit(1);
}
const { editorVersion, passed, failures, times } = JSON.parse(readFileSync(result, "utf8"));
for (const { title, error } of failures) {
  console.error(`FAILED ${title}\n${error}\n`);
}
console.log("seconds after the extension was activated:");
for (const [what, seconds] of times) {
  console.log(`  ${seconds.toFixed(1)} s ${what}`);
}
console.log(`host tests on VS Code ${editorVersion}: ${passed} passed, ${failures.length} failed`);
process.exit(failures.length > 0 || passed === 0 ? 1 : 0);
