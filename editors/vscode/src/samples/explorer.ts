/** Samples in the Test Explorer. Running one tells what the server says of it under the texts as they are open. */

import * as vscode from "vscode";
import type { ServerCommands } from "../server/commands";
import type { Samples } from "../server/protocol";
import type { Supervisor } from "../server/supervisor";
import { message } from "../words";
import { reportOn } from "./outcomes";
import { leavesOf, plant, type Standings } from "./tree";

/** Milliseconds that a run waits for verdicts. */
const JUDGED_WITHIN = 60_000;
const ASK_EVERY = 200;

/** The controller of samples. */
export class SampleExplorer implements vscode.Disposable {
  readonly controller = vscode.tests.createTestController("tessera.samples", "Tessera samples");
  private readonly subscription: vscode.Disposable;
  private readonly runs = new vscode.EventEmitter<Standings>();
  private readonly continuous = new Set<vscode.TestRunRequest>();
  private standings: Standings = new Map();
  private asked = 0;

  /** A run has ended, with what was told. */
  readonly onRun = this.runs.event;

  constructor(
    server: Supervisor,
    private readonly commands: ServerCommands,
    private readonly log: vscode.LogOutputChannel,
  ) {
    const { Run } = vscode.TestRunProfileKind;
    const profile = this.controller.createRunProfile("Judge", Run, (request, token) => this.run(request, token), true);
    profile.supportsContinuousRun = true;
    this.controller.refreshHandler = async () => {
      await this.refresh();
    };
    this.controller.resolveHandler = async (item) => {
      if (item === undefined) {
        await this.refresh();
      }
    };
    this.subscription = vscode.Disposable.from(
      server.onStatus((status) => {
        if (status.settled) {
          void this.refresh().then(() => {
            this.runContinuous();
          });
        }
      }),
      server.onDidChange((state) => {
        if (state.kind === "failed") {
          this.controller.items.replace([]);
        }
      }),
    );
  }

  dispose(): void {
    this.subscription.dispose();
    this.controller.dispose();
    this.runs.dispose();
  }

  /** Bring the items up to date. Undefined where nobody answered, and where a later question has overtaken
   * this one: then its answer is dropped. */
  async refresh(): Promise<readonly Samples[] | undefined> {
    const turn = ++this.asked;
    try {
      const projects = await this.commands.samples();
      if (turn === this.asked) {
        this.standings = plant(this.controller, projects);
        return projects;
      }
    } catch (error) {
      this.log.debug(`no samples: ${message(error)}`);
    }
    return undefined;
  }

  /** Tell what came of the samples that are asked for; with `continuous`, again after each change. */
  async run(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    if (request.continuous === true) {
      this.continuous.add(request);
      token.onCancellationRequested(() => this.continuous.delete(request));
    }
    const run = this.controller.createTestRun(request);
    for (const item of this.wanted(request)) {
      run.started(item);
    }
    if (await this.judged(token)) {
      this.report(run, request);
    } else if (!token.isCancellationRequested) {
      // A run that was called off leaves its items without an outcome.
      for (const item of this.wanted(request)) {
        run.errored(item, new vscode.TestMessage(`not judged within ${String(JUDGED_WITHIN / 1000)} s`));
      }
    }
    run.end();
  }

  private runContinuous(): void {
    for (const request of this.continuous) {
      const run = this.controller.createTestRun(request);
      this.report(run, request);
      run.end();
    }
  }

  private report(run: vscode.TestRun, request: vscode.TestRunRequest): void {
    for (const item of this.wanted(request)) {
      const standing = this.standings.get(item);
      if (standing !== undefined) {
        reportOn(run, item, standing);
      }
    }
    this.runs.fire(this.standings);
  }

  /** Wait until the outcomes are those of the open texts; whether they are before the time is over. */
  private async judged(token: vscode.CancellationToken): Promise<boolean> {
    const end = Date.now() + JUDGED_WITHIN;
    while (!token.isCancellationRequested && Date.now() < end) {
      const projects = await this.refresh();
      if (projects?.every(({ settled }) => settled) === true) {
        return !token.isCancellationRequested;
      }
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY));
    }
    return false;
  }

  private wanted({ include, exclude }: vscode.TestRunRequest): vscode.TestItem[] {
    const tops: vscode.TestItem[] = [];
    this.controller.items.forEach((item) => tops.push(item));
    const excluded = new Set((exclude ?? []).flatMap(leavesOf));
    return (include ?? tops).flatMap(leavesOf).filter((item) => !excluded.has(item));
  }
}
