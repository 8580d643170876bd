/** Lenses that would grow old: VS Code drops a refresh of them that is on its way when the editor loses the focus,
 * and asks no more until it has the focus again. */

import * as vscode from "vscode";
import { CodeLensRequest, type LanguageClient } from "vscode-languageclient/node";

/** Milliseconds after which a refresh that nobody has answered by asking is told again; more than VS Code itself
 * waits before it asks. */
const AGAIN: readonly number[] = [1_000, 2_000, 4_000];

/** Tells a refresh again where VS Code has not asked for the lenses of a document that is shown. */
export class LensRefresh implements vscode.Disposable {
  private readonly heard = new Map<vscode.EventEmitter<void>, vscode.Disposable>();
  private readonly shown: vscode.Disposable;
  /** Documents that are to be asked about since the last refresh. */
  private readonly awaited = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private told = 0;
  private telling = false;

  /** `client` has to be running. */
  constructor(private readonly client: LanguageClient) {
    this.listen();
    this.shown = vscode.window.onDidChangeVisibleTextEditors(() => {
      this.listen();
    });
  }

  /** VS Code asks for the lenses of a document. */
  asked(document: vscode.TextDocument): void {
    this.awaited.delete(document.uri.toString());
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.shown.dispose();
    vscode.Disposable.from(...this.heard.values()).dispose();
  }

  private listen(): void {
    for (const emitter of this.emitters()) {
      if (!this.heard.has(emitter)) {
        this.heard.set(emitter, emitter.event(() => {
          this.refreshed();
        }));
      }
    }
  }

  private emitters(): Set<vscode.EventEmitter<void>> {
    const feature = this.client.getFeature(CodeLensRequest.method);
    const providers = vscode.window.visibleTextEditors.map(({ document }) => feature.getProvider(document));
    return new Set(providers.flatMap((each) => (each === undefined ? [] : [each.onDidChangeCodeLensEmitter])));
  }

  private refreshed(): void {
    if (this.telling) {
      return;
    }
    this.told = 0;
    for (const { document } of vscode.window.visibleTextEditors) {
      if (this.client.getFeature(CodeLensRequest.method).getProvider(document) !== undefined) {
        this.awaited.add(document.uri.toString());
      }
    }
    this.wait();
  }

  private wait(): void {
    clearTimeout(this.timer);
    const within = AGAIN[this.told];
    if (within !== undefined) {
      this.timer = setTimeout(() => {
        this.tellAgain();
      }, within);
    }
  }

  private tellAgain(): void {
    const shown = vscode.window.visibleTextEditors.map(({ document }) => document.uri.toString());
    if (!shown.some((uri) => this.awaited.has(uri))) {
      this.awaited.clear();
      return;
    }
    this.told++;
    this.telling = true;
    for (const emitter of this.heard.keys()) {
      emitter.fire();
    }
    this.telling = false;
    this.wait();
  }
}
