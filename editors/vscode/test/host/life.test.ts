/** The server's life: killed, restarted, given other settings. These come last. */

import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import { api, CLAIMS, findings, settled, show, statuses, until } from "./workbench";

describe("the server's life", () => {
  before(async () => {
    await show(CLAIMS);
    await settled();
  });

  it("is told of a changed setting, and goes on in the same process", async () => {
    const { server, status } = await api();
    const pid = server.pid;
    const settings = vscode.workspace.getConfiguration("tessera");
    await settings.update("run", false, vscode.ConfigurationTarget.Global);
    await until("nothing runs", async () => (await statuses())[0]?.state === "off");
    await until("the status item says so", () => status.text.includes("static only"));
    assert.ok(!findings(CLAIMS).includes("TES401"), "a verdict is shown though nothing runs");
    await settings.update("run", undefined, vscode.ConfigurationTarget.Global);
    await until("it runs again", async () => (await statuses())[0]?.state === "ready");
    await settled();
    assert.equal(server.pid, pid);
  });

  it("asks further questions where the setting says so, and takes back what came of them", async () => {
    const settings = vscode.workspace.getConfiguration("tessera");
    assert.ok(!findings(CLAIMS).includes("TES110"));
    await settings.update("deep", true, vscode.ConfigurationTarget.Global);
    await until("what a further question finds", () => findings(CLAIMS).includes("TES110"));
    await settings.update("deep", undefined, vscode.ConfigurationTarget.Global);
    await until("no such finding", () => !findings(CLAIMS).includes("TES110"));
    await settled();
  });

  it("is started again after it was killed, with all that it showed", async () => {
    const { server, explorer } = await api();
    const pid = server.pid;
    assert.ok(pid !== undefined);
    process.kill(pid, "SIGKILL");
    await until("its end", () => server.state.kind !== "running");
    const source = new vscode.CancellationTokenSource();
    await explorer.run(new vscode.TestRunRequest(), source.token);
    source.dispose();
    assert.equal(server.state.kind, "running", "samples were reported without a server to ask");
    await until("another process", () => server.state.kind === "running" && server.pid !== undefined && server.pid !== pid);
    await until("the findings again", () => findings(CLAIMS).includes("TES401"));
  });

  it("shares one start among requests that come together", async () => {
    const { server } = await api();
    const starts: string[] = [];
    const heard = server.onDidChange(({ kind }) => starts.push(kind));
    await Promise.all([1, 2, 3, 4].map(() => vscode.commands.executeCommand("tessera.restart")));
    heard.dispose();
    const ran = starts.filter((kind) => kind === "running").length;
    assert.ok(ran >= 1 && ran <= 2, starts.join(" "));
    assert.equal(server.state.kind, "running");
  });

  it("is started with another Python where the setting names one, and says what is wrong with a bad one", async () => {
    const { server, failures } = await api();
    const settings = vscode.workspace.getConfiguration("tessera");
    const told = until("words", () => failures.last);
    await settings.update("server.python", "/nowhere/python", vscode.ConfigurationTarget.Global);
    await until("a failure", () => server.state.kind === "failed");
    assert.match(await told, /Python 3\.11 or newer.*\/nowhere\/python .*is not there/);
    await vscode.commands.executeCommand("notifications.clearAll");
    await settings.update("server.python", undefined, vscode.ConfigurationTarget.Global);
    await until("it runs", () => server.state.kind === "running");
  });

  it("says why after the third death, and starts when it is asked to", async () => {
    const { server } = await api();
    for (let death = 1; death <= 3; death++) {
      const pid = await until("a running server", () => (server.state.kind === "running" ? server.pid : undefined));
      process.kill(pid, "SIGKILL");
      await until("its end", () => server.pid !== pid);
    }
    const state = await until("the word", () => (server.state.kind === "failed" ? server.state : undefined));
    assert.match(state.failure.title, /three times/);
    assert.match(state.failure.detail.join("\n"), /SIGKILL/);
    await vscode.commands.executeCommand("notifications.clearAll");
    await vscode.commands.executeCommand("tessera.restart");
    await until("the findings again", () => findings(CLAIMS).includes("TES401"));
  });
});
