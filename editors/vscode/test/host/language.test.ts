/** What the server says in the editor's own places: findings, hovers, hints, lenses. */

import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import { CLAIMS, findings, placeOf, replace, revert, settled, show, until, uriOf } from "./workbench";

describe("the server's word in the editor", () => {
  before(async () => {
    await show(CLAIMS);
    await settled();
  });
  afterEach(() => revert(CLAIMS));

  it("shows each finding on the place that it is about", async () => {
    const codes = await until("findings", () => (findings(CLAIMS).includes("TES401") ? findings(CLAIMS) : undefined));
    for (const code of ["TES101", "TES113", "TES401", "TES402", "TES403"]) {
      assert.ok(codes.includes(code), `${code} is not among ${codes.join(" ")}`);
    }
    const wrong = vscode.languages.getDiagnostics(uriOf(CLAIMS)).find(({ message }) => message.startsWith("sample says"));
    const { document } = await show(CLAIMS);
    assert.deepEqual(wrong?.range.start, placeOf(document, "True: Perrin"));
  });

  it("follows an unsaved edit and its undoing", async () => {
    const editor = await show(CLAIMS);
    await replace(editor, "magnitude 8.8.", "magnitude 8.1.");
    await until("no wrong sample", () => !findings(CLAIMS).includes("TES401"));
    assert.ok(editor.document.isDirty);
    await vscode.commands.executeCommand("undo");
    await until("the wrong sample again", () => findings(CLAIMS).includes("TES401"));
  });

  it("hovers on a sample with the whole ladder", async () => {
    const { document } = await show(CLAIMS);
    const text = await until("a ladder", async () => {
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
        "vscode.executeHoverProvider",
        document.uri,
        placeOf(document, "True: Perrin", 8),
      );
      const said = hovers.flatMap(({ contents }) => contents).map((each) => (each as vscode.MarkdownString).value);
      return said.find((each) => each.startsWith("unsupported"));
    });
    assert.match(text, /unsupported · brightness · comets/);
    assert.match(text, /`brightness`/);
    assert.match(text, /log\/3/);
  });

  it("hints beside each sample who owns it, on a line with characters of two units", async () => {
    const { document } = await show(CLAIMS);
    const whole = new vscode.Range(0, 0, document.lineCount, 0);
    const hints = await until("five hints", async () => {
      const found = await vscode.commands.executeCommand<vscode.InlayHint[]>(
        "vscode.executeInlayHintProvider",
        document.uri,
        whole,
      );
      return found.length >= 5 ? found : undefined;
    });
    const label = (at: string): string | undefined => {
      const line = document.lineAt(placeOf(document, at).line);
      const hint = hints.find(({ position }) => position.line === line.lineNumber);
      assert.equal(hint?.position.character, line.text.length);
      return hint.label as string;
    };
    assert.equal(label("True: Ahlqvist had magnitude 6.2"), "✓ brightness");
    assert.equal(label("True: Perrin"), "✗ brightness");
    assert.equal(label("None: Moreau"), "✓ contained");
  });

  it("has a lens on each shape and its place in the battery", async () => {
    const { document } = await show(CLAIMS);
    const titles = await until("lenses", async () => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        "vscode.executeCodeLensProvider",
        document.uri,
        50,
      );
      const found = lenses.map(({ command }) => command?.title ?? "");
      return found.some((title) => title.includes("owns 4")) ? found : undefined;
    });
    assert.ok(titles.some((title) => title.startsWith("comets 1 of 3 · owns 4")), titles.join("; "));
    assert.ok(titles.some((title) => title.startsWith("declared nowhere")), titles.join("; "));
  });

  it("colours a sample by what its owner's pattern captured, and a shape as what it is", async () => {
    const { document } = await show(CLAIMS);
    const tokens = await vscode.commands.executeCommand<vscode.SemanticTokens | undefined>(
      "vscode.provideDocumentSemanticTokens",
      document.uri,
    );
    assert.ok(tokens !== undefined && tokens.data.length > 0, "no tokens");
  });

  it("leads from a shape to its declaration", async () => {
    const { document } = await show(CLAIMS);
    const found = await vscode.commands.executeCommand<(vscode.Location | vscode.LocationLink)[]>(
      "vscode.executeReferenceProvider",
      document.uri,
      placeOf(document, "def first_night", 6),
    );
    const files = found.map((each) => ("uri" in each ? each.uri : each.targetUri).path);
    assert.ok(files.some((file) => file.endsWith("registry.py")), files.join(" "));
  });
});
