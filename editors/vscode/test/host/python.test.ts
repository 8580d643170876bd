/** The interpreter that is chosen in the Python extension: for the project, and for the server where it fits. */

import * as assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";
import * as vscode from "vscode";
import { api, CLAIMS, findings, settled, show, until } from "./workbench";

interface PythonExtension {
  readonly environments: { updateActiveEnvironmentPath(place: string): Promise<void> };
}

let folder = "";

async function choose(place: string): Promise<void> {
  const extension = vscode.extensions.getExtension<PythonExtension>("ms-python.python");
  assert.ok(extension, "there is no Python extension");
  await (await extension.activate()).environments.updateActiveEnvironmentPath(place);
}

/** An environment that is made anew; its interpreter. */
async function environment(name: string): Promise<string> {
  const { command } = await until("a server", async () => (await api()).server.command);
  execFileSync(command, ["-m", "venv", "--without-pip", path.join(folder, name)]);
  return path.join(folder, name, "bin", "python");
}

/** Wait until the project was last started with an interpreter. */
async function runsWith(interpreter: string): Promise<void> {
  await until(`the project runs with ${interpreter}`, async () => {
    const lines = (await vscode.commands.executeCommand<string[] | undefined>("tessera.server.log", {})) ?? [];
    return lines.filter((line) => line.includes("running with")).at(-1)?.includes(`running with ${interpreter} `);
  });
  await settled();
}

describe("the Python extension's choice", () => {
  let first = "";
  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "tessera-environments-"));
    await show(CLAIMS);
    await settled();
    first = await environment("first");
  });
  after(async () => {
    await vscode.workspace.getConfiguration("tessera").update("server.python", undefined, vscode.ConfigurationTarget.Global);
    await choose("");
    await until("a server of the machine's Python", async () => !(await api()).server.command?.command.startsWith(folder));
    await settled();
    rmSync(folder, { recursive: true });
  });

  it("runs the project and the server, also where it is the folder of an environment", async () => {
    const { server } = await api();
    await choose(path.join(folder, "first"));
    await until("a server of that Python", () => server.state.kind === "running" && server.command?.command === first);
    await runsWith(first);
    assert.ok(findings(CLAIMS).includes("TES401"));
    const doctor = await vscode.commands.executeCommand<string>("tessera.doctor");
    assert.ok(doctor.startsWith(`In this window the project may run. Unless pyproject.toml names another interpreter, it is ${first},`), doctor);
    assert.match(doctor, /comets/);
  });

  it("is passed over by the server where it does not exist", async () => {
    const { server } = await api();
    await choose("/nowhere/python");
    await until("a server", () => server.state.kind === "running" && server.command?.command !== first);
    await settled();
    assert.ok(findings(CLAIMS).includes("TES401"));
  });

  it("runs the project alone where a setting names the server's Python, and changes without another start", async () => {
    const { server } = await api();
    const settings = vscode.workspace.getConfiguration("tessera");
    await settings.update("server.python", first, vscode.ConfigurationTarget.Global);
    await until("a server", () => server.state.kind === "running" && server.command?.command === first);
    const pid = server.pid;
    const second = await environment("second");
    await choose(second);
    await runsWith(second);
    assert.equal(server.pid, pid);
    await settings.update("server.python", undefined, vscode.ConfigurationTarget.Global);
    await until("the chosen one", () => server.state.kind === "running" && server.command?.command === second);
  });

  it("brings its own server where that is newer than the bundled one", async () => {
    const { server } = await api();
    const extension = vscode.extensions.getExtension("tessera.tessera");
    assert.ok(extension);
    const newer = await environment("newer");
    const [version] = readdirSync(path.join(folder, "newer", "lib"));
    assert.ok(version);
    const site = path.join(folder, "newer", "lib", version, "site-packages");
    const bundled = path.join(extension.extensionPath, "bundled", "libs");
    writeFileSync(path.join(site, "server.pth"), `${bundled}\n`);
    mkdirSync(path.join(site, "tessera_lsp-99.0.dist-info"));
    writeFileSync(
      path.join(site, "tessera_lsp-99.0.dist-info", "METADATA"),
      "Metadata-Version: 2.1\nName: tessera-lsp\nVersion: 99.0\n",
    );
    await choose(newer);
    await until("the newer server", () => server.state.kind === "running" && server.state.version === "99.0");
    assert.equal(server.command?.command, newer);
    await runsWith(newer);
    assert.ok(findings(CLAIMS).includes("TES401"));
  });
});
