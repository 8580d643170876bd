// Writes the settings into package.json. What the server reads is described in its own words, which stand in
// docs/settings.schema.json. With `--check`: fails where package.json says otherwise.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const here = path.resolve(import.meta.dirname, "..");
const manifest = path.join(here, "package.json");
const schema = JSON.parse(readFileSync(path.join(here, "../../docs/settings.schema.json"), "utf8"));
const project = schema.$defs.tessera.properties;
const inProject = (key) => `\`${key}\` of \`[tool.tessera]\` in the project's \`pyproject.toml\``;
// A setting of the editor says the same as the project's key, except for what only the project can say.
const described = (key) => {
  const text = project[key]?.description;
  if (text === undefined) {
    throw new Error(`docs/settings.schema.json describes no "${key}"`);
  }
  return text.split(/(?<=[.:;]) /)[0].replace(/[:;]$/, ".");
};

const properties = {
  "tessera.run": {
    type: "boolean",
    default: true,
    scope: "resource",
    markdownDescription: `${described("run")} Off: only what can be read from the text is shown. In a workspace that is not trusted nothing runs, whatever this says; ${inProject("run")} can refuse as well.`,
  },
  "tessera.python": {
    type: "string",
    default: "",
    scope: "machine-overridable",
    markdownDescription: `${described("python").replace(", absolute or from the project's root", ", as a path")} Empty: the Python extension's choice, the active environment, \`.venv\`, \`venv\`. ${inProject("python")} goes before this.`,
  },
  "tessera.deep": {
    type: "boolean",
    default: false,
    scope: "resource",
    markdownDescription:
      "Whether the verifier is asked further questions in the background, once all has stood for a while: lies, other citations, sentences of two grammars, branches that no claim takes. `tessera-lsp check --deep` asks the same, and more.",
  },
  "tessera.server.python": {
    type: "string",
    default: "",
    scope: "machine-overridable",
    markdownDescription:
      "The Python, 3.11 or newer, that runs the server. Empty: the first fitting one of the Python extension's choice, the `PATH`, and the places where pyenv, uv and installers keep theirs. The project's own code runs in the project's interpreter, which may be older.",
  },
  "tessera.server.source": {
    type: "string",
    enum: ["auto", "bundled", "environment"],
    enumDescriptions: [
      "The server of the project's environment where it is newer than the bundled one",
      "Always the server that came with this extension",
      "Always the server of the project's environment",
    ],
    default: "auto",
    scope: "machine-overridable",
    description: "Which server is started.",
  },
  "tessera.trace.server": {
    type: "string",
    enum: ["off", "messages", "verbose"],
    default: "off",
    scope: "window",
    description: "How much of what the editor and the server say to each other goes to the log, once the log's level is Trace.",
  },
};

const before = readFileSync(manifest, "utf8");
const content = JSON.parse(before);
const same = JSON.stringify(content.contributes.configuration.properties) === JSON.stringify(properties);
if (process.argv.includes("--check")) {
  if (!same) {
    console.error("package.json: the settings are stale; run `npm run settings`");
    process.exit(1);
  }
} else if (!same) {
  content.contributes.configuration.properties = properties;
  writeFileSync(manifest, `${JSON.stringify(content, null, 2)}\n`);
}
