/** The server's life: chosen, started, ended, started again after it died. */

import * as vscode from "vscode";
import { DidChangeConfigurationNotification, type LanguageClient } from "vscode-languageclient/node";
import type { Milestones } from "../milestones";
import { message } from "../words";
import { makeClient, type ClientEvents } from "./client";
import { chooseLaunch, type Launch } from "./launch";
import { LensRefresh } from "./lenses";
import { ServerProcess, type Command } from "./process";
import type { Status } from "./protocol";
import { Backoff, Coalescing } from "./restarts";
import type { ServerState } from "./state";

/** Milliseconds that a server has to answer `initialize`; the first start compiles its libraries. */
const CONNECTED_WITHIN = 60_000;

interface Running {
  readonly client: LanguageClient;
  readonly process: ServerProcess;
  readonly launch: Launch;
  lenses?: LensRefresh;
}

/** Keeps one server running for the window. */
export class Supervisor implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<ServerState>();
  private readonly told = new vscode.EventEmitter<Status>();
  private readonly restarts = new Coalescing(() => this.startAnew());
  private readonly backoff = new Backoff();
  private now: ServerState = { kind: "stopped" };
  private running: Running | undefined;
  private timer: NodeJS.Timeout | undefined;
  private disposed = false;

  /** The state has changed. */
  readonly onDidChange = this.changed.event;
  /** The server has told how a project stands. */
  readonly onStatus = this.told.event;

  /** See `ClientEvents`. */
  instead: ClientEvents["instead"] = () => undefined;

  constructor(
    private readonly extension: vscode.Uri,
    private readonly log: vscode.LogOutputChannel,
    private readonly milestones: Milestones,
  ) {}

  /** How the server stands now. */
  get state(): ServerState {
    return this.now;
  }

  /** The client of the running server. */
  get client(): LanguageClient | undefined {
    return this.now.kind === "running" ? this.running?.client : undefined;
  }

  /** The process id of the running server. */
  get pid(): number | undefined {
    return this.running?.process.pid;
  }

  /** How the running server was started. */
  get command(): Command | undefined {
    return this.running?.launch;
  }

  /** End the server, if there is one, and start it. Requests that come meanwhile share one more start. */
  restart(why: string): Promise<void> {
    this.log.info(`Start: ${why}`);
    this.backoff.forget();
    return this.restarts.request();
  }

  /** Trust, settings or the chosen interpreter have changed: tell the server, or start another one where the
   * choice of the server is another now. */
  async settingsChanged(why: string): Promise<void> {
    await this.restarts.idle();
    const before = this.running?.launch;
    const now = await chooseLaunch(this.extension);
    if (this.client === undefined || before === undefined || "problem" in now || !same(before, now)) {
      await this.restart(why);
      return;
    }
    this.log.info(`The server is told: ${why}`);
    await this.client.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
  }

  /** End the server and start no other. */
  async stop(): Promise<void> {
    this.disposed = true;
    clearTimeout(this.timer);
    await this.end();
    await this.restarts.idle();
  }

  dispose(): void {
    void this.stop();
    this.changed.dispose();
    this.told.dispose();
  }

  private set(state: ServerState): void {
    this.now = state;
    if (!this.disposed) {
      this.changed.fire(state);
    }
  }

  /** Whether no server is wanted any more. Asked for anew after each wait: it may have come meanwhile. */
  private over(): boolean {
    return this.disposed;
  }

  private async startAnew(): Promise<void> {
    clearTimeout(this.timer);
    await this.end();
    if (this.over()) {
      return;
    }
    this.set({ kind: "starting" });
    const launch = await chooseLaunch(this.extension);
    if (this.over()) {
      return;
    }
    if ("problem" in launch) {
      this.fail(launch.problem, launch.tried, true);
      return;
    }
    this.log.info(`Chosen: ${launch.why}`);
    this.milestones.reach("a server is chosen");
    let process;
    try {
      process = await ServerProcess.start(launch, (line) => {
        this.log.warn(`server: ${line}`);
      });
    } catch (error) {
      this.died(`${launch.command} could not be started: ${message(error)}`);
      return;
    }
    if (this.over()) {
      await process.end(0);
      return;
    }
    this.milestones.reach("its process is started");
    await this.connect({ client: this.clientOf(process), process, launch });
  }

  private clientOf(process: ServerProcess): LanguageClient {
    const client = makeClient(process, this.log, {
      closed: () => void process.end(),
      instead: (command, argument) => this.instead(command, argument),
      lensesAsked: (document) => this.running?.lenses?.asked(document),
      found: (count) => {
        if (count > 0) {
          this.milestones.reach("the first findings");
        }
      },
    });
    client.onNotification("tessera/status", (status: Status) => {
      this.told.fire(status);
    });
    return client;
  }

  private async connect(running: Running): Promise<void> {
    const { client, process, launch } = running;
    this.running = running;
    void process.ended.then((how) => {
      if (this.running === running) {
        this.running = undefined;
        running.lenses?.dispose();
        void client.dispose().catch(() => undefined);
        this.died([`The server ${how}.`, ...process.said].join("\n"));
      }
    });
    const answered = client.start().then(
      () => true,
      (error: unknown) => {
        this.log.error(`No connection: ${message(error)}`);
        return false;
      },
    );
    const inTime = await Promise.race([answered, process.ended.then(() => false), after(CONNECTED_WITHIN)]);
    if (this.running !== running) {
      return; // it has died, which is told elsewhere
    }
    if (!inTime) {
      await process.end(0); // its end is told as any other death
      return;
    }
    this.milestones.reach("it has answered");
    running.lenses = new LensRefresh(client);
    this.log.info(`Running: server ${launch.version}, process ${String(process.pid)}`);
    this.set({ kind: "running", version: launch.version });
  }

  private async end(): Promise<void> {
    const running = this.running;
    this.running = undefined;
    if (running === undefined) {
      return;
    }
    this.set({ kind: "stopped" });
    running.lenses?.dispose();
    try {
      await running.client.dispose();
    } catch (error) {
      this.log.warn(`The server did not end as it was asked to: ${message(error)}`);
    }
    await running.process.end();
  }

  private died(how: string): void {
    if (this.disposed) {
      return;
    }
    this.log.error(how);
    const wait = this.backoff.died(Date.now());
    if (wait === undefined) {
      this.fail("The Tessera server has ended three times in a row.", how.split("\n"), false);
      return;
    }
    this.set({ kind: "waiting" });
    this.log.info(`Another start in ${String(wait / 1000)} s`);
    this.timer = setTimeout(() => void this.restarts.request(), wait);
  }

  private fail(title: string, detail: readonly string[], python: boolean): void {
    this.log.error([title, ...detail].join("\n  "));
    this.set({ kind: "failed", failure: { title, detail, python } });
  }
}

function after(milliseconds: number): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(() => {
      resolve(false);
    }, milliseconds).unref();
  });
}

function same(one: Launch, other: Launch): boolean {
  return one.command === other.command && one.args.join("\0") === other.args.join("\0");
}
