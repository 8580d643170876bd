// Puts the server and the libraries that it needs into bundled/libs: pure Python only, so that one vsix serves
// every platform. Usage: node scripts/bundle.mjs [PYTHON [FOLDER OF THE PROJECT]]
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const here = path.resolve(import.meta.dirname, "..");
const repository = path.resolve(process.argv[3] ?? path.join(here, "../.."));
const libraries = path.join(here, "bundled", "libs");
const python = process.argv[2] ?? "python3";
const pip = (...given) =>
  execFileSync(python, ["-m", "pip", "--quiet", "--disable-pip-version-check", ...given], {
    stdio: ["ignore", "inherit", "inherit"],
  });

const wheels = mkdtempSync(path.join(tmpdir(), "tessera-wheel-"));
try {
  pip("wheel", "--no-deps", "--wheel-dir", wheels, repository);
  const wheel = readdirSync(wheels).find((name) => name.endsWith(".whl"));
  if (wheel === undefined) {
    throw new Error(`pip made no wheel of ${repository}`);
  }
  rmSync(libraries, { recursive: true, force: true });
  const pure = ["--only-binary=:all:", "--python-version=3.11", "--implementation=py", "--abi=none", "--platform=any"];
  const pinned = path.join(here, "bundled", "constraints.txt");
  pip("install", "--no-compile", "--constraint", pinned, "--target", libraries, ...pure, path.join(wheels, wheel));
} finally {
  rmSync(wheels, { recursive: true, force: true });
}

// What pip keeps for itself names places of this machine.
for (const name of readdirSync(libraries, { recursive: true })) {
  if (/\.dist-info[\\/](direct_url\.json|INSTALLER|RECORD|REQUESTED|entry_points\.txt)$/.test(name)) {
    rmSync(path.join(libraries, name));
  }
}

// The project brings its own verifier. What rich colours source code and Markdown with is more than half of all,
// and the server shows neither.
const unwanted = [/^bin$/, /^tessera$/, /^pygments/, /^markdown_it/, /^mdurl/];
for (const name of readdirSync(libraries)) {
  if (unwanted.some((pattern) => pattern.test(name))) {
    rmSync(path.join(libraries, name), { recursive: true });
  }
}
const compiled = readdirSync(libraries, { recursive: true }).filter((name) => /\.(so|pyd|dylib)$/.test(name));
if (compiled.length > 0) {
  throw new Error(`not pure Python: ${compiled.join(", ")}`);
}
