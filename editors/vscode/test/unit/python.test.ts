import * as assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { findPython, probePython, pythonsOfMachine, type Probe } from "../../src/server/python";
import { compareVersions, runsServer } from "../../src/server/versions";

/** A machine whose programs answer so: each stands where its name is in capitals. */
function machine(answers: Record<string, string>, asked: string[] = []): Probe {
  return (command) => {
    asked.push(command);
    const version = answers[command];
    return Promise.resolve(version === undefined ? { failure: "is not there" } : { version, place: command.toUpperCase() });
  };
}

const listed = (...commands: string[]) => commands.map((command) => ({ command, from: "on the PATH" }));

describe("versions", () => {
  it("are in the order of their numbers, previews before the release", () => {
    const order = ["", "0.9", "0.10.0.dev1", "0.10a1", "0.10.0rc1", "0.10.0", "0.10.1", "1.0"];
    for (const [index, version] of order.entries()) {
      for (const [other, later] of order.entries()) {
        assert.equal(Math.sign(compareVersions(version, later)), Math.sign(index - other), `${version} and ${later}`);
      }
    }
    assert.equal(compareVersions("0.10", "0.10.0"), 0);
  });

  it("of Python run the server from 3.11 on", () => {
    const fitting = ["2.7.18", "3.9.18", "3.10.13", "3.11.0", "3.14.1"].filter(runsServer);
    assert.deepEqual(fitting, ["3.11.0", "3.14.1"]);
  });
});

describe("finding a Python", () => {
  it("takes the first one that is new enough, by the place that it gives, and asks each once", async () => {
    const asked: string[] = [];
    const probe = machine({ a: "3.9.1", b: "3.12.1", c: "3.13.0" }, asked);
    const found = await findPython(listed("a", "gone", "a", "b", "c"), probe);
    assert.deepEqual(found, { command: "B", version: "3.12.1", from: "on the PATH" });
    assert.deepEqual(asked, ["a", "gone", "b"]);
  });

  it("does not pass over the one that the user has named", async () => {
    const named = { command: "old", from: "the setting", decides: true };
    const found = await findPython([named, ...listed("b")], machine({ old: "3.9.1", b: "3.12.1" }));
    assert.ok("problem" in found);
    assert.equal(found.problem, "old (the setting) is Python 3.9.1, older than 3.11.");
  });

  it("says what was tried where there is none", async () => {
    const found = await findPython(listed("a", "gone"), machine({ a: "3.10.0" }));
    assert.ok("problem" in found);
    assert.match(found.problem, /No Python 3\.11 or newer/);
    assert.deepEqual(found.tried, ["a (on the PATH) is Python 3.10.0, older than 3.11", "gone (on the PATH) is not there"]);
  });
});

describe("the machine's Pythons", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "tessera-pythons-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  function program(name: string, text: string): string {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `#!/bin/sh\n${text}\n`);
    chmodSync(file, 0o755);
    return file;
  }

  it("are those of the PATH, whole paths only, but for folders that are refused", () => {
    const good = program("bin/python3", "");
    program("workspace/python3", "");
    const environ = {
      PATH: [path.join(folder, "workspace"), "bin", path.join(folder, "bin")].join(path.delimiter),
      PYENV_ROOT: folder,
      XDG_DATA_HOME: folder,
    };
    const all = [...pythonsOfMachine(environ, (place) => place.endsWith("workspace"))].map(({ command }) => command);
    assert.deepEqual(
      all.filter((command) => command.startsWith(folder)),
      [good],
    );
  });

  it("are those of installers too, newest first", () => {
    const older = program("versions/3.11.9/bin/python3", "");
    const newer = program("versions/3.13.0/bin/python3", "");
    const environ = { PATH: "", PYENV_ROOT: folder, XDG_DATA_HOME: folder };
    const all = [...pythonsOfMachine(environ)].map(({ command }) => command);
    assert.deepEqual(
      all.filter((command) => command.startsWith(folder)),
      [newer, older],
    );
  });

  it("say their version and place, or why they have none", async () => {
    const version = "3.12.4";
    const silent = program("silent", `printf 'python ${version}'`);
    assert.deepEqual(await probePython(silent), { version, place: silent });
    const shim = program("shim", `printf 'python ${version} /opt/Pythön/bin/python3'`);
    assert.deepEqual(await probePython(shim), { version, place: "/opt/Pythön/bin/python3" });
    assert.deepEqual(await probePython(path.join(folder, "gone")), { failure: "is not there" });
    const other = await probePython(program("other", "echo hello; exit 3"));
    assert.deepEqual(other, { failure: "does not answer as a Python 3 does" });
  });
});
