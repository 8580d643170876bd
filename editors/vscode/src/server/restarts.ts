/** When to start again: requests that coalesce, and how long to wait after the server has died. */

/** Runs one piece of work at a time. Requests that come while it runs share one more run after it. */
export class Coalescing {
  private running: Promise<void> | undefined;
  private next: Promise<void> | undefined;

  constructor(private readonly work: () => Promise<void>) {}

  /** Run the work, or once more after the present run; settles when the run that covers this request ends. */
  request(): Promise<void> {
    if (this.running === undefined) {
      return this.begin();
    }
    this.next ??= this.running.then(
      () => this.begin(),
      () => this.begin(),
    );
    return this.next;
  }

  /** Settles, and never rejects, once nothing runs and nothing is to run. */
  async idle(): Promise<void> {
    for (let run = this.next ?? this.running; run !== undefined; run = this.next ?? this.running) {
      await run.catch(() => undefined);
    }
  }

  private begin(): Promise<void> {
    this.next = undefined;
    const run = this.work().finally(() => {
      if (this.running === run) {
        this.running = undefined;
      }
    });
    this.running = run;
    return run;
  }
}

/** Waits in milliseconds before the first and the second new start. */
export const WAITS: readonly number[] = [1_000, 4_000];
/** Deaths older than this, in milliseconds, are forgotten. */
export const REMEMBERED = 180_000;

/** Counts deaths of the server. */
export class Backoff {
  private deaths: number[] = [];

  /** The server has died at `now` (milliseconds). How long to wait before the next start; `undefined` at the
   * third death in a row: time to say why instead. */
  died(now: number): number | undefined {
    this.deaths = [...this.deaths.filter((then) => now - then < REMEMBERED), now];
    return WAITS[this.deaths.length - 1];
  }

  /** Forget all deaths: the user has asked for a start. */
  forget(): void {
    this.deaths = [];
  }
}
