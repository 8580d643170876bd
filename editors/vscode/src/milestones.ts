/** What a window waits for when a folder is opened, with the seconds that it took, in the log. */

import { performance } from "node:perf_hooks";
import type * as vscode from "vscode";

/** The first time of each thing, in seconds since we were called. */
export class Milestones {
  private readonly began = performance.now();
  private readonly reached = new Map<string, number>();

  /** To be made first thing when the extension is activated. */
  constructor(private readonly log: vscode.LogOutputChannel) {
    log.info(`Activated, ${inSeconds(this.began)} after the extension host was started`);
  }

  /** `what` holds now; only the first time is kept. */
  reach(what: string): void {
    if (!this.reached.has(what)) {
      const took = performance.now() - this.began;
      this.reached.set(what, took / 1000);
      this.log.info(`After ${inSeconds(took)}: ${what}`);
    }
  }

  /** Seconds until each thing, in the order in which they came. */
  get times(): ReadonlyMap<string, number> {
    return this.reached;
  }
}

function inSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
