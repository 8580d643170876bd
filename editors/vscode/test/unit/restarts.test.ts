import * as assert from "node:assert/strict";
import { Backoff, Coalescing, REMEMBERED, WAITS } from "../../src/server/restarts";

/** Work that ends when it is told to. */
class Work {
  begun = 0;
  private ends: (() => void)[] = [];
  private fails: ((error: Error) => void)[] = [];

  readonly run = (): Promise<void> => {
    this.begun++;
    return new Promise((resolve, reject) => {
      this.ends.push(resolve);
      this.fails.push(reject);
    });
  };

  async end(): Promise<void> {
    this.ends.shift()?.();
    this.fails.shift();
    await turns();
  }

  async fail(): Promise<void> {
    this.ends.shift();
    this.fails.shift()?.(new Error("failed"));
    await turns();
  }
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) {
    await Promise.resolve();
  }
}

describe("requests that coalesce", () => {
  it("run at once where nothing runs", () => {
    const work = new Work();
    void new Coalescing(work.run).request();
    assert.equal(work.begun, 1);
  });

  it("share one more run where one is under way", async () => {
    const work = new Work();
    const queue = new Coalescing(work.run);
    const done: number[] = [];
    void queue.request().then(() => done.push(1));
    void queue.request().then(() => done.push(2));
    void queue.request().then(() => done.push(3));
    assert.equal(work.begun, 1);
    await work.end();
    assert.deepEqual([work.begun, done], [2, [1]]);
    await work.end();
    assert.deepEqual([work.begun, done], [2, [1, 2, 3]]);
    void queue.request();
    assert.equal(work.begun, 3);
  });

  it("go on after a run that failed", async () => {
    const work = new Work();
    const queue = new Coalescing(work.run);
    const first = queue.request();
    void queue.request();
    await work.fail();
    await assert.rejects(first, /failed/);
    assert.equal(work.begun, 2);
  });
});

describe("the back-off", () => {
  it("waits longer after the second death, and gives up at the third", () => {
    const backoff = new Backoff();
    assert.deepEqual([backoff.died(0), backoff.died(1_000), backoff.died(2_000)], [...WAITS, undefined]);
    assert.ok((WAITS[1] ?? 0) > (WAITS[0] ?? 0));
  });

  it("forgets deaths that are long ago", () => {
    const backoff = new Backoff();
    backoff.died(0);
    backoff.died(1);
    assert.equal(backoff.died(REMEMBERED + 2), WAITS[0]);
  });

  it("forgets all where the user has asked for a start", () => {
    const backoff = new Backoff();
    backoff.died(0);
    backoff.died(1);
    backoff.forget();
    assert.equal(backoff.died(2), WAITS[0]);
  });
});
