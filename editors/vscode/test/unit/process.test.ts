import * as assert from "node:assert/strict";
import { ServerProcess } from "../../src/server/process";

const node = (script: string) => ({ command: process.execPath, args: ["-e", script], cwd: undefined });

describe("the server's process", () => {
  it("keeps what it said last, and how it ended", async () => {
    const lines: string[] = [];
    const script = "for (let i = 1; i <= 30; i++) console.error('line ' + i); process.exitCode = 3";
    const started = await ServerProcess.start(node(script), (line) => lines.push(line));
    assert.equal(await started.ended, "ended with code 3");
    assert.equal(lines.length, 30);
    assert.deepEqual(started.said.slice(-2), ["line 29", "line 30"]);
    assert.equal(started.said.length, 12);
  });

  it("is ended even where it does not want to", async () => {
    const script = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.error('up')";
    let up = (): void => undefined;
    const ready = new Promise<void>((resolve) => {
      up = resolve;
    });
    const started = await ServerProcess.start(node(script), () => {
      up();
    });
    await ready;
    await started.end(50);
    assert.equal(await started.ended, "was ended by SIGKILL");
  });

  it("that cannot be started is told", async () => {
    const command = { command: "/nowhere/python", args: [], cwd: undefined };
    await assert.rejects(
      ServerProcess.start(command, () => undefined),
      /ENOENT/,
    );
  });
});
