import js from "@eslint/js";
import globals from "./scripts/globals.mjs";
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist", "build", "node_modules", ".cache", "bundled", "test/fixture"] },
  js.configs.recommended,
  {
    files: ["src/**/*.ts", "test/**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // VS Code's own interfaces return `Thenable`s that nobody needs to wait for.
      "@typescript-eslint/no-floating-promises": ["error", { ignoreVoid: true }],
      "max-lines": ["error", 250],
      "max-lines-per-function": ["error", 60],
    },
  },
  // A group of tests is one function.
  { files: ["test/**/*.ts"], rules: { "max-lines-per-function": "off" } },
  // Parts of these run in the editor's page.
  { files: ["test/ui/*.mjs", "test/editor/*.mjs"], languageOptions: { globals: globals.page } },
  { files: ["**/*.mjs", "**/*.cjs"], languageOptions: { globals: globals.node } },
  { files: ["media/**/*.js"], languageOptions: { sourceType: "script", globals: globals.page } },
);
