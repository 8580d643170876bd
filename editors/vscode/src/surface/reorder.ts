/** Moving a shape within its battery: what that would change is shown before it is done. */

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { DriftDocuments } from "../drift/documents";
import { applyEdit } from "../edits";
import type { ServerCommands } from "../server/commands";
import type { Drifted } from "../server/protocol";
import { counted, message, said, short } from "../words";
import type { ShapeNode } from "./nodes";

/** Asks whether a move may be made that changes verdicts. */
export type Confirm = (title: string, drift: Drifted) => Promise<boolean>;

const MOVE = "Move it";
const SHOW = "Show the list";
const SHOWN = 6;

/** Moves shapes. */
export class Reordering {
  /** Who asks the user; the tests put their own in its place. */
  confirm: Confirm;

  constructor(
    private readonly client: () => LanguageClient | undefined,
    private readonly commands: ServerCommands,
    private readonly documents: DriftDocuments,
  ) {
    this.confirm = (title, drift) => this.ask(title, drift);
  }

  /** Move a shape by some places; negative is up. The order is edited and not saved. Whether it was done. */
  async move(node: ShapeNode | undefined, by: number): Promise<boolean> {
    const client = this.client();
    if (node === undefined || client === undefined) {
      return false;
    }
    const { shape, battery, project } = node;
    const name = `${shape.module}:${shape.qualname}`;
    const options = { location: { viewId: "tessera.surface" } };
    try {
      const made = await vscode.window.withProgress(options, () =>
        this.commands.reorder({ uri: project, battery: battery.name, shape: name, by }),
      );
      if (made.edit === null) {
        void vscode.window.showWarningMessage(`${shape.name} was not moved: ${made.why_not}`);
        return false;
      }
      if (!(await this.agreed(`Move ${shape.name} ${by < 0 ? "up" : "down"}?`, made.drift))) {
        return false;
      }
      if (!(await applyEdit(client, made.edit))) {
        void vscode.window.showWarningMessage(`${shape.name} was not moved: the text has changed. Try it again.`);
        return false;
      }
      return true;
    } catch (error) {
      void vscode.window.showErrorMessage(`${shape.name} was not moved: ${message(error)}`);
      return false;
    }
  }

  /** A move that changes nothing needs no question. */
  private async agreed(title: string, drift: Drifted | null): Promise<boolean> {
    const harmless = drift !== null && drift.why_not === "" && drift.entries.length === 0 && drift.unjudged === 0;
    return harmless || drift === null ? true : this.confirm(title, drift);
  }

  private async ask(title: string, drift: Drifted): Promise<boolean> {
    const chosen = await vscode.window.showWarningMessage(
      title,
      { modal: true, detail: driftWords(drift) },
      MOVE,
      ...(drift.entries.length > 0 ? [SHOW] : []),
    );
    if (chosen === SHOW) {
      await this.documents.show(`${title.replace(/\?$/, "")}: what it would change`, [drift]);
    }
    return chosen === MOVE;
  }
}

/** What a move changes, in a few lines. */
export function driftWords(drift: Drifted): string {
  if (drift.why_not !== "") {
    return `What this changes is not known: ${drift.why_not}.`;
  }
  const lines = [`${counted(drift.entries.length, "sentence")} would be answered otherwise:`, ""];
  for (const entry of drift.entries.slice(0, SHOWN)) {
    lines.push(`${short(entry.claim)}\n    ${said(entry.before)}  →  ${said(entry.after)}`);
  }
  if (drift.entries.length > SHOWN) {
    lines.push(`and ${String(drift.entries.length - SHOWN)} more.`);
  }
  if (drift.unjudged > 0) {
    lines.push("", `Of ${counted(drift.unjudged, "more sentence")} it is not known.`);
  }
  return lines.join("\n");
}
