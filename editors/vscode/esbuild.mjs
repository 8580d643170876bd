// Bundles the extension, and with `--tests` what runs inside the editor's host.
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

await build({
  ...common,
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  minify: process.argv.includes("--production"),
  sourcemap: !process.argv.includes("--production"),
});
