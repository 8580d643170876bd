/** The status item: how the server and the projects stand, and where to go from there. */

import * as path from "node:path";
import * as vscode from "vscode";
import type { Status } from "./server/protocol";
import type { ServerState } from "./server/state";
import type { Supervisor } from "./server/supervisor";
import type { SurfaceModel } from "./surface/model";

/** What the item shows. */
interface Face {
  readonly text: string;
  readonly lines: readonly string[];
  readonly command: string;
  readonly colour?: "warning" | "error";
}

/** The lowest faithfulness of a project's batteries, for those that have been measured. */
type Floor = (root: string) => number | undefined;

/** Shows one item in the status bar while there is a project, or something is wrong. */
export class StatusItem implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("tessera.status", vscode.StatusBarAlignment.Left, 40);
  private readonly projects = new Map<string, Status>();
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly server: Supervisor,
    private readonly model: SurfaceModel,
  ) {
    this.item.name = "Tessera";
    this.subscriptions = [
      server.onDidChange((state) => {
        if (state.kind !== "running") {
          this.projects.clear();
        }
        this.show();
      }),
      server.onStatus((status) => {
        this.projects.set(status.root, status);
        this.show();
      }),
      model.onDidChange(() => {
        this.show();
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        this.show();
      }),
    ];
  }

  /** What the item says now; for tests. */
  get text(): string {
    return this.item.text;
  }

  /** Draw it again: something that it shows has changed. */
  show(): void {
    const floor = (root: string): number | undefined => this.model.floor(root);
    const face = faceOf(this.server.state, [...this.projects.values()], floor, vscode.workspace.isTrusted);
    if (face === undefined) {
      this.item.hide();
      return;
    }
    this.item.text = face.text;
    this.item.tooltip = tooltip(face.lines);
    this.item.command = face.command;
    this.item.backgroundColor =
      face.colour === undefined ? undefined : new vscode.ThemeColor(`statusBarItem.${face.colour}Background`);
    this.item.show();
  }

  dispose(): void {
    this.item.dispose();
    vscode.Disposable.from(...this.subscriptions).dispose();
  }
}

const SHOW_LOG = "tessera.showLog";
const SURFACE = "tessera.surface.focus";
const TRUST = "workbench.trust.manage";

function faceOf(
  server: ServerState,
  projects: readonly Status[],
  floor: Floor,
  trusted: boolean,
): Face | undefined {
  if (server.kind === "failed") {
    const lines = [server.failure.title, ...server.failure.detail.slice(-4)];
    return { text: "$(error) Tessera", lines, command: "tessera.explainFailure", colour: "error" };
  }
  if (server.kind === "waiting") {
    return { text: "$(sync~spin) Tessera: starting again", lines: ["The server has ended."], command: SHOW_LOG };
  }
  const [first, ...others] = projects;
  if (first === undefined) {
    return undefined;
  }
  const lines = projects.map((project) => `${nameOf(project)}: ${words(project, floor)}`);
  if (!trusted) {
    const why = "This workspace is not trusted, so nothing of it runs. Click to change that.";
    return { text: "$(shield) Tessera: static only", lines: [why, ...lines], command: TRUST, colour: "warning" };
  }
  const worst = others.reduce((one, other) => (weight(other, floor) < weight(one, floor) ? other : one), first);
  const off = worst.state === "off" || worst.state === "failed";
  return {
    text: `${icon(worst, floor)} Tessera${short(worst, floor)}`,
    lines,
    command: off ? SHOW_LOG : SURFACE,
    ...(worst.state === "failed" ? { colour: "error" as const } : {}),
  };
}

/** Projects that call for attention come first. */
function weight(project: Status, floor: Floor): number {
  const order = { failed: 0, off: 1, asking: 2, starting: 3, ready: 4 };
  const below = (floor(project.root) ?? 1) < 1 ? 0 : 0.5;
  return order[project.state] + below;
}

function icon(project: Status, floor: Floor): string {
  switch (project.state) {
    case "failed":
      return "$(error)";
    case "off":
    case "asking":
      return "$(circle-slash)";
    case "starting":
      return "$(sync~spin)";
    case "ready":
      if (!project.settled) {
        return "$(sync~spin)";
      }
      return (floor(project.root) ?? 1) < 1 ? "$(warning)" : "$(check)";
  }
}

function short(project: Status, floor: Floor): string {
  switch (project.state) {
    case "failed":
      return ": cannot run";
    case "off":
    case "asking":
      return ": static only";
    case "starting":
      return ": loading";
    case "ready": {
      const lowest = floor(project.root);
      const figure = lowest === undefined ? "" : ` ${lowest.toFixed(3)}`;
      return project.fresh ? figure : `${figure} (stale)`;
    }
  }
}

function words(project: Status, floor: Floor): string {
  switch (project.state) {
    case "failed":
      return `nothing was verified: ${project.reason}`;
    case "off":
    case "asking":
      return `static only: ${project.reason}`;
    case "starting":
      return "the project is being loaded";
    case "ready": {
      const lowest = floor(project.root);
      const faithful = lowest === undefined ? "" : `, lowest faithfulness ${lowest.toFixed(3)}`;
      const harvest = project.harvest === "done" || project.harvest === "running" ? "" : `; ${project.harvest}`;
      const state = project.fresh ? "verdicts are those of the text on the screen" : "judging the edit";
      return `${state}${faithful}, Python ${project.python}${harvest}`;
    }
  }
}

function nameOf(project: Status): string {
  return path.basename(vscode.Uri.parse(project.root).fsPath);
}

function tooltip(lines: readonly string[]): vscode.MarkdownString {
  const text = new vscode.MarkdownString(undefined, true);
  text.isTrusted = { enabledCommands: [SHOW_LOG, "tessera.restart"] };
  lines.forEach((line, index) => {
    text.appendMarkdown(index === 0 ? "" : "\n\n").appendText(line);
  });
  return text.appendMarkdown("\n\n[Show the log](command:tessera.showLog) · [Restart](command:tessera.restart)");
}
