/** The server's life: killed, restarted, given other settings. These come last. */

import * as assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";
import * as vscode from "vscode";
import type { Supervisor } from "../../src/server/supervisor";
import { api, CLAIMS, findings, settled, show, statuses, until } from "./workbench";

/** The ids of the servers that this extension host has started; read from Linux's table of processes. */
function servers(): number[] {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return ids.map(Number).filter((id) => {
    try {
      const parent = readFileSync(`/proc/${String(id)}/stat`, "utf8").replace(/^.*\) /s, "").split(" ")[1];
      return Number(parent) === process.pid && readFileSync(`/proc/${String(id)}/cmdline`, "utf8").includes("launch.py");
    } catch {
      return false; // it has ended meanwhile
    }
  });
}

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

  it("is not started any more where the window closes during the start", async () => {
    const { server, log, milestones } = await api();
    const before = servers();
    assert.deepEqual(before, [server.pid]);
    const extension = vscode.extensions.getExtension("tessera.tessera");
    assert.ok(extension);
    const Another = server.constructor as typeof Supervisor;
    const another = new Another(extension.extensionUri, log, milestones);
    const starting = another.restart("the window was opened");
    await until("a start", () => another.state.kind === "starting");
    await another.stop();
    await starting;
    assert.equal(another.pid, undefined);
    assert.deepEqual(servers(), before);
  });

  it("that ends at each start is tried three times, later each time, and what it said last is told", async () => {
    const { server, failures } = await api();
    const folder = mkdtempSync(path.join(tmpdir(), "tessera-broken-"));
    const broken = path.join(folder, "python3");
    // Answers as a Python when it is asked for its version, and breaks when it is to run something.
    const script = '#!/bin/sh\n[ "$2" = -S ] && printf "python 3.12.1" && exit\necho "no room is left" >&2\nexit 3\n';
    writeFileSync(broken, script, { mode: 0o755 });
    const settings = vscode.workspace.getConfiguration("tessera");
    const waits: number[] = [];
    let waiting = 0;
    const heard = server.onDidChange(({ kind }) => {
      if (kind === "waiting") {
        waiting = Date.now();
      } else if (kind === "starting" && waiting > 0) {
        waits.push(Date.now() - waiting);
        waiting = 0;
      }
    });
    try {
      await settings.update("server.python", broken, vscode.ConfigurationTarget.Global);
      const state = await until("the word", () => (server.state.kind === "failed" ? server.state : undefined));
      assert.match(state.failure.detail.join("\n"), /ended with code 3\.\nno room is left/);
      assert.match(failures.last, /three times in a row\. It said last: no room is left/);
      assert.equal(waits.length, 2);
      // A timer may be late and is never early but for a millisecond.
      assert.ok((waits[0] ?? 0) >= 999 && (waits[1] ?? 0) >= 3_999, waits.join(" "));
    } finally {
      heard.dispose();
      await vscode.commands.executeCommand("notifications.clearAll");
      await settings.update("server.python", undefined, vscode.ConfigurationTarget.Global);
      rmSync(folder, { recursive: true });
    }
    await until("it runs", () => server.state.kind === "running");
  });
});
