/** Sentences written into the project: as a sample of a shape, or as a new shape. */

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { applyEdit } from "../edits";
import type { ServerCommands } from "../server/commands";
import type { Edited } from "../server/protocol";
import { message } from "../words";
import type { Draft } from "./messages";

/** Writes into the open texts; nothing is saved, and each step can be undone. */
export class Writing {
  constructor(
    private readonly client: () => LanguageClient | undefined,
    private readonly commands: ServerCommands,
  ) {}

  /** Write the sentence into the samples of one of the shapes; the user chooses where there are several. */
  async insert(draft: Draft, shapes: readonly string[]): Promise<boolean> {
    const shape =
      shapes.length > 1
        ? await vscode.window.showQuickPick(shapes, { title: "Which shape gets the sample?" })
        : shapes[0];
    if (shape === undefined) {
      return false;
    }
    const { project, text, citations } = draft;
    return this.write("No sample was written", () =>
      this.commands.insertSample({ uri: project, shape, text, citations }),
    );
  }

  /** Write a new shape that owns the sentence, and declare it. */
  async scaffold({ project, battery, text, citations }: Draft): Promise<boolean> {
    return this.write("No shape was written", () =>
      this.commands.scaffold({ uri: project, battery, text, citations }),
    );
  }

  private async write(failed: string, make: () => Promise<Edited>): Promise<boolean> {
    const client = this.client();
    if (client === undefined) {
      return false;
    }
    let why: string;
    try {
      const { edit, why_not } = await make();
      if (edit !== null && (await applyEdit(client, edit))) {
        return true;
      }
      why = edit === null ? why_not : "the text has changed, try it again";
    } catch (error) {
      why = message(error);
    }
    void vscode.window.showWarningMessage(`${failed}: ${why}`);
    return false;
  }
}
