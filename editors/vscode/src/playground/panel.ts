/** The Claim Playground: any sentence, put to a battery's verifier under the texts as they are open. */

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { showPlace } from "../places";
import type { ServerCommands } from "../server/commands";
import type { Preview } from "../server/protocol";
import type { Supervisor } from "../server/supervisor";
import type { SurfaceModel } from "../surface/model";
import { message } from "../words";
import type { Choice, Draft, FromPage, ToPage } from "./messages";
import { pageOf } from "./page";
import type { Writing } from "./writing";

const TYPE = "tessera.playground";

/** One panel for the window. */
export class Playground implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private pending: Draft | undefined;
  private readonly answers = new vscode.EventEmitter<Preview>();
  private readonly subscription: vscode.Disposable;

  /** An answer was shown. */
  readonly onAnswer = this.answers.event;

  constructor(
    private readonly extension: vscode.Uri,
    server: Supervisor,
    private readonly model: SurfaceModel,
    private readonly commands: ServerCommands,
    readonly writing: Writing,
  ) {
    this.subscription = vscode.Disposable.from(
      model.onDidChange(() => {
        this.tell({ kind: "choices", ...this.choices() });
      }),
      // An edit that changes no figure may change what is said to this sentence.
      server.onStatus(({ settled }) => {
        if (settled) {
          this.tell({ kind: "again" });
        }
      }),
    );
  }

  /** Show the playground, with a sentence where one is given. */
  open(draft?: Draft): void {
    this.pending = draft;
    if (this.panel !== undefined) {
      this.panel.reveal(undefined, false);
      this.begin();
      return;
    }
    const media = vscode.Uri.joinPath(this.extension, "media");
    const panel = vscode.window.createWebviewPanel(TYPE, "Claim Playground", vscode.ViewColumn.Beside, {
      enableScripts: true,
      retainContextWhenHidden: true,
      localResourceRoots: [media],
    });
    panel.iconPath = vscode.Uri.joinPath(media, "icon.png");
    panel.webview.onDidReceiveMessage((said: FromPage) => this.heard(said));
    panel.onDidDispose(() => {
      this.panel = undefined;
    });
    panel.webview.html = pageOf(panel.webview, media, randomBytes(16).toString("hex"));
    this.panel = panel;
  }

  dispose(): void {
    this.subscription.dispose();
    this.panel?.dispose();
    this.answers.dispose();
  }

  private tell(message: ToPage): void {
    void this.panel?.webview.postMessage(message);
  }

  private begin(): void {
    this.tell({ kind: "choices", ...this.choices() });
    if (this.pending !== undefined) {
      this.tell({ kind: "draft", draft: this.pending });
      this.pending = undefined;
    }
  }

  private choices(): { choices: Choice[]; why: string } {
    const { projects } = this.model;
    const choices = projects.flatMap(({ root, name, batteries }) =>
      batteries.map((battery) => ({
        project: root,
        projectName: name,
        battery: battery.name,
        shapes: battery.shapes.map((shape) => shape.name),
      })),
    );
    const reasons = projects.map(({ reason }) => reason).filter((reason) => reason !== "");
    return { choices, why: projects.length === 0 ? "no project of Tessera is open" : reasons.join("; ") };
  }

  private async heard(said: FromPage): Promise<void> {
    switch (said.kind) {
      case "ready":
        this.begin();
        break;
      case "ask":
        await this.answer(said.turn, said.draft);
        break;
      case "records":
        await this.giveRecords(said.project, said.battery);
        break;
      case "open": {
        const at = new vscode.Position(Math.max(0, said.line - 1), 0);
        await showPlace(vscode.Uri.file(said.path), new vscode.Range(at, at));
        break;
      }
      case "insert":
        await this.writing.insert(said.draft, said.shapes);
        break;
      case "scaffold":
        await this.writing.scaffold(said.draft);
        break;
    }
  }

  private async answer(turn: number, draft: Draft): Promise<void> {
    let preview: Preview;
    try {
      const { project, battery, text, citations } = draft;
      preview = await this.commands.preview({ uri: project, battery, text, citations });
    } catch (error) {
      preview = { consultations: [], ladders: [], why_not: message(error) };
    }
    this.tell({ kind: "answer", turn, preview });
    this.answers.fire(preview);
  }

  private async giveRecords(project: string, battery: string): Promise<void> {
    try {
      const { records, total } = await this.commands.records({ uri: project, battery });
      this.tell({ kind: "records", project, battery, records, total });
    } catch {
      // Without a list, ids can still be typed.
      this.tell({ kind: "records", project, battery, records: [], total: 0 });
    }
  }
}
