/** The commands of the palette that ask the server something and show the answer. */

import * as vscode from "vscode";
import type { DriftDocuments } from "./drift/documents";
import type { Draft } from "./playground/messages";
import type { Playground } from "./playground/panel";
import type { Writing } from "./playground/writing";
import type { OfBattery, ServerCommands } from "./server/commands";
import type { SurfaceModel } from "./surface/model";
import type { BatteryNode, ClaimNode } from "./surface/nodes";
import { counted, message } from "./words";

/** What a person can ask for by name. */
export class Actions {
  constructor(
    private readonly model: SurfaceModel,
    private readonly commands: ServerCommands,
    private readonly documents: DriftDocuments,
    private readonly playground: Playground,
    private readonly writing: Writing,
  ) {}

  /** Show which sentences the open texts answer otherwise than what is saved, or than the main branch. */
  async showDrift(against: "saved" | "base" = "saved"): Promise<void> {
    await this.telling("The changes are not known", async () => {
      const title = against === "saved" ? "Verdicts changed since the save" : "Verdicts changed on this branch";
      const options = { location: vscode.ProgressLocation.Window, title: "Comparing verdicts" };
      const drifts = await vscode.window.withProgress(options, () => this.commands.drift(against));
      await this.documents.show(title, drifts);
    });
  }

  /** Load the saved project anew and run a battery's harness; the user chooses where there are several. */
  async runBattery(battery?: OfBattery): Promise<void> {
    const chosen = battery ?? (await this.chooseBattery("Which battery is to run?"));
    if (chosen === undefined) {
      return;
    }
    await this.telling(`${chosen.battery} was not run`, async () => {
      const options = { location: vscode.ProgressLocation.Notification, title: `Running ${chosen.battery}` };
      const run = await vscode.window.withProgress(options, () => this.commands.runBattery(chosen));
      if (run.figures === null) {
        void vscode.window.showWarningMessage(`${run.battery} measured nothing: ${run.why_not}`);
        return;
      }
      const { faithfulness, claims, supported } = run.figures;
      const share = `${String(supported)} of ${counted(claims, "claim")} supported`;
      const words = `${run.battery}: faithfulness ${faithfulness?.toFixed(3) ?? "unknown"}, ${share} (${run.seconds.toFixed(1)} s)`;
      if ((faithfulness ?? 0) < 1) {
        void vscode.window.showWarningMessage(words);
      } else {
        void vscode.window.showInformationMessage(words);
      }
    });
  }

  /** What a lens of the server's asks for, shown as the extension shows it. */
  ofLens(command: string, argument: unknown): Promise<void> | undefined {
    const given = (argument ?? {}) as { show?: unknown; uri?: unknown; battery?: unknown };
    if (command === "tessera.server.drift" && given.show === true) {
      return this.showDrift();
    }
    if (command === "tessera.server.runBattery" && typeof given.uri === "string" && typeof given.battery === "string") {
      return this.runBattery({ uri: given.uri, battery: given.battery });
    }
    return undefined;
  }

  /** Open the playground, with a claim of the tree or the sample under the cursor where there is one. */
  openPlayground(node?: ClaimNode): void {
    if (node === undefined) {
      this.playground.open(this.draftAtCursor());
    } else {
      const { project, battery, claim } = node;
      this.playground.open({ project, battery, text: claim.text, citations: claim.citations });
    }
  }

  /** Write a shape for a claim that nobody owns. */
  async scaffold(node: ClaimNode): Promise<void> {
    const { project, battery, claim } = node;
    await this.writing.scaffold({ project, battery, text: claim.text, citations: claim.citations });
  }

  private async chooseBattery(title: string): Promise<OfBattery | undefined> {
    const all = this.model.projects.flatMap(({ root, name, batteries }) =>
      batteries.map((battery) => ({ label: battery.name, description: name, uri: root, battery: battery.name })),
    );
    if (all.length === 0) {
      void vscode.window.showWarningMessage("No project with a battery is open.");
    }
    return all.length > 1 ? vscode.window.showQuickPick(all, { title }) : all[0];
  }

  /** The sample that is written on the line of the cursor, put to the first battery. */
  private draftAtCursor(): Draft | undefined {
    const editor = vscode.window.activeTextEditor;
    const line = editor?.document.lineAt(editor.selection.active.line).text ?? "";
    const match = /^\s*(?:True|False|None):\s*(.*\S)\s+<-\s+(.*\S)\s*$/.exec(line);
    const project = this.model.projects.find(({ root }) => editor?.document.uri.toString().startsWith(root));
    const battery = project?.batteries[0];
    if (match?.[1] === undefined || match[2] === undefined || project === undefined || battery === undefined) {
      return undefined;
    }
    const citations = match[2].split(",").map((id) => id.trim().replace(/^"(.*)"$/, "$1"));
    return { project: project.root, battery: battery.name, text: match[1], citations };
  }

  private async telling(failed: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      void vscode.window.showWarningMessage(`${failed}: ${message(error)}`);
    }
  }
}

/** The battery of a node of the tree. */
export function ofNode({ project, battery }: BatteryNode): OfBattery {
  return { uri: project, battery: battery.name };
}
