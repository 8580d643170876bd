/** Quick fixes: each one that is offered mends what it is offered for, and can be undone. */

import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import { CLAIMS, findings, placeOf, REGISTRY, revert, settled, show, until } from "./workbench";

/** What is offered at a text, as the light bulb offers it. */
async function actionsAt(text: string): Promise<vscode.CodeAction[]> {
  const { document } = await show(CLAIMS);
  const place = placeOf(document, text);
  return vscode.commands.executeCommand<vscode.CodeAction[]>(
    "vscode.executeCodeActionProvider",
    document.uri,
    new vscode.Range(place, place),
    undefined,
    20,
  );
}

/** Apply the fix whose title begins so, and wait until there is no finding with the code at the text's line. */
async function mends(text: string, title: string, code: string): Promise<void> {
  const action = await until(`the fix ${title}`, async () =>
    (await actionsAt(text)).find((each) => each.title.startsWith(title)),
  );
  assert.ok(action.edit, `${action.title} has no edit`);
  const before = findings(CLAIMS).filter((each) => each === code).length;
  assert.ok(before > 0, `there is no ${code}`);
  assert.ok(await vscode.workspace.applyEdit(action.edit));
  await until(`${code} is gone`, () => findings(CLAIMS).filter((each) => each === code).length < before);
}

describe("the fixes", () => {
  before(async () => {
    await show(CLAIMS);
    await settled();
    await until("findings", () => findings(CLAIMS).includes("TES403"));
  });
  afterEach(async () => {
    await revert(CLAIMS);
    await revert(REGISTRY);
    await settled();
  });

  it("declare a shape in its battery", async () => {
    await mends("counted(claim", "Declare", "TES101");
    const registry = await vscode.workspace.openTextDocument((await show(REGISTRY)).document.uri);
    assert.match(registry.getText(), /claims\.first_night,\s+claims\.counted,/);
  });

  it("write a missing return None", () => mends("counted(claim", "Add return None", "TES113"));

  it("spell a sample's word", () => mends("true: There are 3", "Write True", "TES402"));

  it("cite the nearest record", async () => {
    await mends("log/44", 'Cite "log/4"', "TES403");
  });

  it("never take a wrong sample away: it may be the shape that is wrong", async () => {
    const titles = await until("something offered", async () => {
      const found = (await actionsAt("True: Perrin")).map(({ title }) => title);
      return found.length > 0 ? found : undefined;
    });
    assert.deepEqual(titles.filter((title) => !title.startsWith("Ignore")), []);
  });

  it("hide a finding where it is meant", () => mends("counted(claim", "Ignore TES113", "TES113"));

  it("mend at once all that can be mended safely", async () => {
    const { document } = await show(CLAIMS);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      "vscode.executeCodeActionProvider",
      document.uri,
      new vscode.Range(0, 0, document.lineCount, 0),
      "source.fixAll.tessera",
      20,
    );
    const [action] = actions;
    assert.ok(action?.edit, "fix-all is not offered, or has no edit");
    assert.ok(await vscode.workspace.applyEdit(action.edit));
    await until("no unsafe spelling", () => !findings(CLAIMS).includes("TES402") && !findings(CLAIMS).includes("TES113"));
  });
});
