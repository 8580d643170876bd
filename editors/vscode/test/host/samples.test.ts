/** Samples in the Test Explorer, and sentences in the playground. */

import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import { leavesOf } from "../../src/samples/tree";
import { api, CLAIMS, placeOf, replace, revert, settled, show, until, uriOf } from "./workbench";

async function outcomes(): Promise<Map<string, string>> {
  const { explorer } = await api();
  const told = new Promise<Map<string, string>>((resolve) => {
    const heard = explorer.onRun((standings) => {
      heard.dispose();
      resolve(new Map([...standings].map(([item, { outcome }]) => [item.label, outcome])));
    });
  });
  const source = new vscode.CancellationTokenSource();
  await explorer.run(new vscode.TestRunRequest(), source.token);
  source.dispose();
  return told;
}

describe("the Test Explorer", () => {
  before(async () => {
    await show(CLAIMS);
    await settled();
  });
  afterEach(async () => {
    await revert(CLAIMS);
    await settled();
  });

  it("has each sample at its place, below its shape and file", async () => {
    const { explorer } = await api();
    await explorer.refresh();
    const [file] = [...explorer.controller.items].map(([, item]) => item);
    assert.equal(file?.label, CLAIMS);
    const shapes = [...file.children].map(([, { label }]) => label);
    assert.deepEqual(shapes.sort(), ["any_brightness", "brightness", "counted"]);
    const leaves = leavesOf(file);
    assert.equal(leaves.length, 8);
    const { document } = await show(CLAIMS);
    const wrong = leaves.find(({ label }) => label.startsWith("True: Perrin"));
    assert.deepEqual(wrong?.range?.start, placeOf(document, "True: Perrin"));
  });

  it("tells which passed, which failed, and which have no answer", async () => {
    const told = await outcomes();
    assert.equal(told.get("True: Ahlqvist had magnitude 6.2."), "passed");
    assert.equal(told.get("True: Perrin-Døssing ☄ had magnitude 8.8."), "failed");
    assert.equal(told.get("True: Moreau had magnitude 7.4."), "errored");
    assert.equal(told.get("not a sample"), "errored");
    // It is declared nowhere, and asked all the same.
    assert.equal(told.get("True: There are 2 sightings."), "passed");
  });

  it("judges the text as it is open, not as it is saved", async () => {
    await replace(await show(CLAIMS), "magnitude 8.8.", "magnitude 8.1.");
    const told = await outcomes();
    assert.equal(told.get("True: Perrin-Døssing ☄ had magnitude 8.1."), "passed");
    assert.ok(!told.has("True: Perrin-Døssing ☄ had magnitude 8.8."), "the old sample is still there");
  });
});

describe("the Claim Playground", () => {
  after(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  it("answers any sentence, with the owner and the reason, and again after an edit", async () => {
    const { playground } = await api();
    await show(CLAIMS);
    await settled();
    const answers: string[] = [];
    const heard = playground.onAnswer(({ consultations: [first], why_not }) => {
      const deciding = first?.steps.find(({ answer }) => answer === "True" || answer === "False");
      answers.push(`${first?.owner ?? why_not} ${String(first?.verdict)} ${deciding?.why?.text ?? ""}`);
    });
    const [project] = (await api()).model.projects;
    assert.ok(project);
    const text = "Moreau had magnitude 7.4.";
    playground.open({ project: project.root, battery: "comets", text, citations: ["log/4"] });
    await until("an answer", () => answers.find((each) => each.startsWith("brightness true return all(each.comet ==")));
    await replace(await show(CLAIMS), 'each.magnitude == match["magnitude"]', 'each.magnitude != match["magnitude"]');
    await until("another answer", () => answers.find((each) => each.startsWith("brightness false")));
    heard.dispose();
    await revert(CLAIMS);
  });

  it("gives the records that can be cited", async () => {
    const [project] = (await api()).model.projects;
    assert.ok(project);
    const told = await vscode.commands.executeCommand<{ records: { id: string }[] }>("tessera.server.records", {
      uri: uriOf(CLAIMS).toString(),
      battery: "comets",
    });
    assert.deepEqual(told.records.map(({ id }) => id), ["log/1", "log/2", "log/3", "log/4"]);
  });

  it("writes a sentence into a shape's samples, with the shape's own word", async () => {
    const { playground } = await api();
    const [project] = (await api()).model.projects;
    assert.ok(project);
    const draft = { project: project.root, battery: "comets", text: "Moreau was first seen on 10 May.", citations: ["log/4"] };
    assert.ok(await playground.writing.insert(draft, ["first_night"]));
    const { document } = await show(CLAIMS);
    assert.match(document.getText(), /False: Moreau was first seen on 10 May\. <- log\/4/);
    await revert(CLAIMS);
  });
});
