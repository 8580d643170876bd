// Bundles the extension, or with `--tests` the tests.
import { build } from "esbuild";

const common = {
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  external: ["vscode"],
  // languageclient's files for Node are chosen by the export condition, not by "main".
  conditions: ["node"],
  logLevel: "warning",
};

if (process.argv.includes("--tests")) {
  await build({
    ...common,
    entryPoints: ["test/unit/restarts.test.ts", "test/unit/python.test.ts", "test/unit/process.test.ts"],
    outdir: "build/unit",
    outExtension: { ".js": ".cjs" },
    sourcemap: "inline",
  });
  await build({
    ...common,
    entryPoints: ["test/host/index.ts", "test/host/tests.ts"],
    outdir: "build/host",
    outExtension: { ".js": ".cjs" },
    external: ["vscode", "mocha", "./tests.cjs"],
    sourcemap: "inline",
  });
} else {
  const production = process.argv.includes("--production");
  await build({
    ...common,
    entryPoints: ["src/extension.ts"],
    outfile: "dist/extension.js",
    minify: production,
    sourcemap: !production,
  });
}
