/** Drift as a read-only document: each sentence that is answered otherwise, before and after. */

import * as vscode from "vscode";
import type { Drifted, DriftEntry } from "../server/protocol";
import { counted, said } from "../words";

const SCHEME = "tessera-drift";

/** Shows lists of changed verdicts, and leads from them to samples and shapes. */
export class DriftDocuments
  implements vscode.TextDocumentContentProvider, vscode.DocumentLinkProvider, vscode.Disposable
{
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly kept = new Map<string, Page>();
  private readonly subscriptions: vscode.Disposable;

  constructor() {
    this.subscriptions = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.languages.registerDocumentLinkProvider({ scheme: SCHEME }, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.kept.delete(uri.toString())),
    );
  }

  /** Show a list under a title. The same title takes the earlier list's place. */
  async show(title: string, drifts: readonly Drifted[]): Promise<vscode.TextEditor> {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${title}` });
    this.kept.set(uri.toString(), written(title, drifts));
    this.changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    return vscode.window.showTextDocument(document, { preview: true, viewColumn: vscode.ViewColumn.Beside });
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.kept.get(uri.toString())?.text ?? "";
  }

  provideDocumentLinks(document: vscode.TextDocument): vscode.DocumentLink[] {
    const links = this.kept.get(document.uri.toString())?.links ?? [];
    return links.map(({ line, from, to, target }) => {
      const link = new vscode.DocumentLink(new vscode.Range(line, from, line, to), target);
      link.tooltip = "Go there";
      return link;
    });
  }

  dispose(): void {
    this.subscriptions.dispose();
    this.changed.dispose();
  }
}

interface Page {
  readonly text: string;
  readonly links: readonly Link[];
}

interface Link {
  readonly line: number;
  readonly from: number;
  readonly to: number;
  readonly target: vscode.Uri;
}

/** The page of a list. */
export function written(title: string, drifts: readonly Drifted[]): Page {
  const page = new Writer();
  page.line(title);
  for (const drift of drifts) {
    page.line("");
    const name = vscode.Uri.parse(drift.root).path.split("/").at(-1) ?? "";
    page.line(drifts.length > 1 ? `${name}: ${summary(drift)}` : summary(drift));
    for (const entry of drift.entries) {
      page.entry(entry);
    }
  }
  return page;
}

function summary(drift: Drifted): string {
  if (drift.why_not !== "") {
    return `Nothing can be compared: ${drift.why_not}`;
  }
  const changed = counted(drift.entries.length, "sentence is", "sentences are");
  const parts = [drift.entries.length === 0 ? "No verdict and no owner differs." : `${changed} answered otherwise.`];
  if (drift.gained + drift.lost > 0) {
    parts.push(`${counted(drift.gained, "sentence")} came, ${counted(drift.lost, "sentence")} went.`);
  }
  if (drift.unjudged > 0) {
    parts.push(`Of ${counted(drift.unjudged, "sentence")} it is not known.`);
  }
  parts.push(...drift.renamed.map(([before, after]) => `${before} is now called ${after}.`));
  return parts.join(" ");
}

class Writer implements Page {
  private readonly lines: string[] = [];
  readonly links: Link[] = [];

  get text(): string {
    return `${this.lines.join("\n")}\n`;
  }

  line(text: string): void {
    this.lines.push(text);
  }

  entry(entry: DriftEntry): void {
    this.line("");
    this.line(entry.claim.replaceAll("\n", " "));
    this.line(`    ${entry.battery} ← ${entry.citations.join(", ")}`);
    this.line(`    ${said(entry.before)}  →  ${said(entry.after)}`);
    if (entry.why !== "") {
      this.line(`    ${entry.why}`);
    }
    for (const location of entry.samples) {
      this.link("    its sample: ", location.uri, location.range.start.line);
    }
    if (entry.owner !== null) {
      this.link("    the shape: ", entry.owner.uri, entry.owner.range.start.line);
    }
  }

  private link(before: string, uri: string, line: number): void {
    const target = vscode.Uri.parse(uri).with({ fragment: `L${String(line + 1)}` });
    const words = `${vscode.workspace.asRelativePath(target)}:${String(line + 1)}`;
    this.links.push({ line: this.lines.length, from: before.length, to: before.length + words.length, target });
    this.line(before + words);
  }
}
