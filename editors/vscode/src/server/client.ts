/** The language client: what it tells the server, and what it keeps from the user. */

import * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  RevealOutputChannelOn,
  type LanguageClientOptions,
  type StaticFeature,
} from "vscode-languageclient/node";
import type { ServerProcess } from "./process";
import { SECTION, serverSettings } from "./settings";

/** What is in the client's place when the server speaks or goes. */
export interface ClientEvents {
  /** The connection is gone though nobody asked for it. */
  closed(): void;
  /** What the extension does instead of sending a command of a lens to the server; undefined: nothing. */
  instead(command: string, argument: unknown): Promise<void> | undefined;
  /** VS Code asks for the lenses of a document. */
  lensesAsked(document: vscode.TextDocument): void;
  /** Findings were published. */
  found(count: number): void;
}

/** A client whose errors go to the log: who can act on one is told by the supervisor. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

/** States the capability of the server's own notification `tessera/status`. */
const tellsStatus: StaticFeature = {
  getState: () => ({ kind: "static" }),
  fillClientCapabilities(capabilities) {
    capabilities.experimental = { ...(capabilities.experimental as object | undefined), tesseraStatus: true };
  },
  initialize: () => undefined,
  clear: () => undefined,
};

async function answer(section: string | undefined, scope: string | undefined): Promise<unknown> {
  return section === SECTION ? serverSettings(scope === undefined ? undefined : vscode.Uri.parse(scope)) : null;
}

/** A client for one process of the server. It is not started yet. */
export function makeClient(
  process: ServerProcess,
  log: vscode.LogOutputChannel,
  events: ClientEvents,
): LanguageClient {
  const options: LanguageClientOptions = {
    documentSelector: [
      { scheme: "file", language: "python" },
      { scheme: "file", pattern: "**/pyproject.toml" },
    ],
    outputChannel: log,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    initializationOptions: { run: vscode.workspace.isTrusted ? true : "untrusted" },
    initializationFailedHandler: () => false,
    // The process's own reader has the lines already.
    stdioOptions: { stdout: () => undefined, stderr: () => undefined },
    errorHandler: {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed() {
        events.closed();
        return { action: CloseAction.DoNotRestart, handled: true, message: "The server's connection is closed." };
      },
    },
    middleware: {
      executeCommand: (command, given, next) =>
        events.instead(command, given[0]) ?? (next(command, given) as vscode.ProviderResult<unknown>),
      handleDiagnostics(uri, diagnostics, next) {
        next(uri, diagnostics);
        events.found(diagnostics.length);
      },
      provideCodeLenses(document, token, next) {
        events.lensesAsked(document);
        return next(document, token);
      },
      workspace: {
        configuration: (params) =>
          Promise.all(params.items.map((item) => answer(item.section, item.scopeUri))),
      },
    },
  };
  const client = new QuietClient(SECTION, "Tessera", () => Promise.resolve(process.child), options);
  client.registerFeature(tellsStatus);
  return client;
}
