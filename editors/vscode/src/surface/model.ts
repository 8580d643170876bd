/** The grammar surface as the window knows it: asked for again whenever something has changed. */

import * as vscode from "vscode";
import type { ServerCommands } from "../server/commands";
import type { Surface } from "../server/protocol";
import type { Supervisor } from "../server/supervisor";

const GATHER = 120;

/** Holds the last answer of `tessera.server.surface`. */
export class SurfaceModel implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscription: vscode.Disposable;
  private timer: NodeJS.Timeout | undefined;
  private asked = 0;

  /** Every project's surface; empty where no server runs or no project is open. */
  projects: readonly Surface[] = [];
  readonly onDidChange = this.changed.event;

  constructor(
    server: Supervisor,
    private readonly commands: ServerCommands,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.subscription = vscode.Disposable.from(
      server.onStatus(() => {
        this.soon();
      }),
      server.onDidChange((state) => {
        if (state.kind === "running") {
          this.soon();
        } else {
          this.asked++;
          this.set([]);
        }
      }),
    );
  }

  /** The lowest faithfulness of a project's batteries, where some are measured. */
  floor(root: string): number | undefined {
    const batteries = this.projects.find((project) => project.root === root)?.batteries ?? [];
    const figures = batteries.flatMap(({ figures: each }) => (each?.faithfulness == null ? [] : [each.faithfulness]));
    return figures.length === 0 ? undefined : Math.min(...figures);
  }

  /** Ask the server again; an answer that a later question has overtaken is dropped. */
  async refresh(): Promise<void> {
    const turn = ++this.asked;
    try {
      const projects = await this.commands.surface();
      if (turn === this.asked) {
        this.set(projects);
      }
    } catch (error) {
      this.log.debug(`no surface: ${String(error)}`);
    }
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.subscription.dispose();
    this.changed.dispose();
  }

  private set(projects: readonly Surface[]): void {
    const same = JSON.stringify(projects) === JSON.stringify(this.projects);
    this.projects = projects;
    if (!same) {
      this.changed.fire();
    }
  }

  private soon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.refresh(), GATHER);
  }
}
