/** The Grammar Surface: what it holds, where it leads, what moving a shape does. */

import * as assert from "node:assert/strict";
import * as path from "node:path";
import * as vscode from "vscode";
import type { Node, ShapeNode } from "../../src/surface/nodes";
import { api, CLAIMS, REGISTRY, replace, revert, settled, show, until } from "./workbench";

async function top(): Promise<Node[]> {
  const { view } = await api();
  return view.getChildren();
}

async function drawn(node: Node): Promise<string> {
  const { view } = await api();
  const item = view.getTreeItem(node);
  const description = typeof item.description === "string" ? item.description : "";
  assert.ok(typeof item.label === "string");
  return `${item.label}${description === "" ? "" : ` | ${description}`}`;
}

async function battery(): Promise<Node> {
  return until("a measured battery", async () =>
    (await top()).find((node) => node.kind === "battery" && node.battery.figures?.stale === false),
  );
}

async function under(node: Node): Promise<string[]> {
  const { view } = await api();
  return Promise.all(view.getChildren(node).map(drawn));
}

async function shape(name: string): Promise<ShapeNode> {
  const { view } = await api();
  const found = view.getChildren(await battery()).find((node) => node.kind === "shape" && node.shape.name === name);
  assert.ok(found?.kind === "shape", `${name} is not in the battery`);
  return found;
}

describe("the Grammar Surface", () => {
  before(async () => {
    await show(CLAIMS);
    await settled();
    // The view gathers what it is told: what the files before have undone may not be there yet.
    await (await api()).model.refresh();
  });
  afterEach(async () => {
    await revert(REGISTRY);
    await revert(CLAIMS);
    await settled();
  });

  it("lists the shapes in order, what they own, and what nobody owns", async () => {
    const comets = await battery();
    assert.equal(await drawn(comets), "comets | 0.900 of 10 claims");
    assert.deepEqual(await under(comets), [
      "brightness | owns 4 · 4 samples",
      "any_brightness | owns 0 · 2 samples",
      "first_night | owns 1 · no samples",
      "contained | generic · owns 4",
      "Owned by nobody | 1 claim",
    ]);
    const { view } = await api();
    const unowned = view.getChildren(comets).find(({ kind }) => kind === "claims");
    assert.ok(unowned);
    assert.deepEqual(await under(unowned), ["Ahlqvist was a fine sight."]);
  });

  it("names the shapes that no battery declares", async () => {
    const undeclared = (await top()).find(({ kind }) => kind === "undeclared");
    assert.ok(undeclared);
    assert.deepEqual(await under(undeclared), ["counted | skylog.comets.claims"]);
  });

  it("leads to a shape and to its declaration", async () => {
    const shown = (): string => {
      const editor = vscode.window.activeTextEditor;
      assert.ok(editor);
      return `${path.basename(editor.document.fileName)} ${editor.document.getText(editor.selection)}`;
    };
    const node = await shape("first_night");
    await vscode.commands.executeCommand("tessera.surface.open", node);
    assert.equal(shown(), "claims.py first_night");
    await vscode.commands.executeCommand("tessera.surface.openDeclaration", node);
    assert.match(shown(), /^registry\.py .*first_night/);
  });

  it("marks what an unsaved edit changes", async () => {
    await replace(await show(CLAIMS), 'each.magnitude == match["magnitude"]', 'each.magnitude != match["magnitude"]');
    const words = await until("drift", async () => {
      const [first] = await under(await battery());
      return first?.includes("changed") === true ? first : undefined;
    });
    assert.match(words, /^brightness \| owns 4 · \d+ changed · 0 ✓ 4 ✗ · 4 samples$/);
  });

  it("moves a shape up, shows the drift before, and the move can be undone", async () => {
    const { reordering } = await api();
    const ask = reordering.confirm;
    const asked: string[] = [];
    reordering.confirm = (title, drift) => {
      asked.push(title, ...drift.entries.map(({ claim, before, after }) => `${claim} ${before.owner} ${after.owner}`));
      return Promise.resolve(true);
    };
    try {
      const before = (await show(REGISTRY)).document.getText();
      await vscode.commands.executeCommand("tessera.surface.moveUp", await shape("any_brightness"));
      const { document } = await show(REGISTRY);
      assert.match(document.getText(), /claims\.any_brightness,\s+claims\.brightness,\s+claims\.first_night,/);
      assert.ok(document.isDirty, "the move was saved");
      assert.equal(asked[0], "Move any_brightness up?");
      assert.ok(asked.includes("Ahlqvist had magnitude 6.2. brightness any_brightness"), asked.join("\n"));
      await until("the new order", async () => (await under(await battery()))[0]?.startsWith("any_brightness"));
      await vscode.commands.executeCommand("undo");
      assert.equal(document.getText(), before);
      await until("the old order", async () => (await under(await battery()))[0]?.startsWith("brightness"));
    } finally {
      reordering.confirm = ask;
    }
  });

  it("leaves the order alone where the drift is refused", async () => {
    const { reordering } = await api();
    const ask = reordering.confirm;
    reordering.confirm = () => Promise.resolve(false);
    try {
      await vscode.commands.executeCommand("tessera.surface.moveDown", await shape("brightness"));
      assert.ok(!(await show(REGISTRY)).document.isDirty);
    } finally {
      reordering.confirm = ask;
    }
  });

  it("moves a shape that is dropped on another to its place", async () => {
    const { view, reordering } = await api();
    const ask = reordering.confirm;
    reordering.confirm = () => Promise.resolve(true);
    try {
      const data = new vscode.DataTransfer();
      view.handleDrag([await shape("first_night")], data);
      await view.handleDrop(await shape("brightness"), data);
      const { document } = await show(REGISTRY);
      assert.match(document.getText(), /claims\.first_night,\s+claims\.brightness,\s+claims\.any_brightness,/);
    } finally {
      reordering.confirm = ask;
    }
  });

  it("has lenses that run a battery, and that show the drift of an edit as a list", async () => {
    const { actions, model } = await api();
    const [project] = model.projects;
    assert.ok(project);
    const run = { uri: project.root, battery: "comets" };
    assert.ok(actions.ofLens("tessera.server.runBattery", run), "the lens of a battery is not the extension's");
    assert.equal(actions.ofLens("tessera.server.drift", { uri: project.root }), undefined);
    await vscode.commands.executeCommand("notifications.clearAll");
    await replace(await show(CLAIMS), 'each.magnitude == match["magnitude"]', 'each.magnitude != match["magnitude"]');
    await settled();
    const { document } = await show(CLAIMS);
    const lens = await until("a lens with drift", async () => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        "vscode.executeCodeLensProvider",
        document.uri,
        50,
      );
      return lenses.find(({ command }) => command?.title.includes("drift") === true);
    });
    assert.ok(lens.command);
    await vscode.commands.executeCommand(lens.command.command, ...((lens.command.arguments ?? []) as unknown[]));
    await until("the list", () =>
      vscode.window.visibleTextEditors.find(({ document: shown }) => shown.uri.scheme === "tessera-drift"),
    );
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
  });

  it("lists the changed verdicts in a document that leads to the samples", async () => {
    await replace(await show(CLAIMS), 'each.magnitude == match["magnitude"]', 'each.magnitude != match["magnitude"]');
    await settled();
    await vscode.commands.executeCommand("tessera.showDrift");
    const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.scheme === "tessera-drift");
    assert.ok(editor, "no list is shown");
    const text = editor.document.getText();
    assert.match(text, /Ahlqvist had magnitude 6\.2\.\n {4}comets ← log\/1\n {4}✓ brightness {2}→ {2}✗ brightness/);
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
      "vscode.executeLinkProvider",
      editor.document.uri,
    );
    assert.ok(links.some(({ target }) => target?.path.endsWith(CLAIMS)), "no link leads to a sample");
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
  });
});
