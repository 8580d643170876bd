/** Wires the parts together; what they do stands in them. */

import * as vscode from "vscode";
import { Actions, ofNode } from "./actions";
import { choosePython } from "./choosePython";
import { doctor } from "./doctor";
import { DriftDocuments } from "./drift/documents";
import { Failures } from "./failures";
import { Milestones } from "./milestones";
import { Playground } from "./playground/panel";
import { Writing } from "./playground/writing";
import { SampleExplorer } from "./samples/explorer";
import { ServerCommands } from "./server/commands";
import { onChosen } from "./server/pythonExtension";
import { SECTION } from "./server/settings";
import { Supervisor } from "./server/supervisor";
import { StatusItem } from "./status";
import { SurfaceModel } from "./surface/model";
import type { BatteryNode, ClaimNode, Node, ShapeNode } from "./surface/nodes";
import { Reordering } from "./surface/reorder";
import { openDeclaration, openNode, SurfaceView } from "./surface/view";

let running: Supervisor | undefined;

/** What the extension gives to those who ask for it: its own tests. */
export type Api = ReturnType<typeof parts>;

export function activate(context: vscode.ExtensionContext): Api {
  const made = parts(context);
  const { server, actions } = made;
  running = server;
  server.instead = (command, argument) => actions.ofLens(command, argument);
  for (const part of Object.values(made)) {
    if ("dispose" in part) {
      context.subscriptions.push(part);
    }
  }
  context.subscriptions.push(...commands(made));
  server.onStatus(({ state, judged }) => {
    if (state === "ready") {
      made.milestones.reach("the project is loaded");
    }
    if (judged) {
      made.milestones.reach("the first verdicts");
    }
  });
  const changed = (why: string): void => void server.settingsChanged(why);
  context.subscriptions.push(
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      changed("the workspace is trusted now");
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${SECTION}.server`)) {
        changed("a setting about the server has changed");
      }
    }),
  );
  void server.restart("the window was opened");
  // Not waited for: the Python extension may take seconds to start.
  void onChosen(() => {
    changed("another interpreter was chosen");
  }).then((listening) => context.subscriptions.push(listening));
  return made;
}

export async function deactivate(): Promise<void> {
  await running?.stop();
}

function parts(context: vscode.ExtensionContext) {
  const log = vscode.window.createOutputChannel("Tessera", { log: true });
  const milestones = new Milestones(log);
  const server = new Supervisor(context.extensionUri, log, milestones);
  const client = () => server.client;
  const asks = new ServerCommands(client);
  const model = new SurfaceModel(server, asks, log);
  const documents = new DriftDocuments();
  const reordering = new Reordering(client, asks, documents);
  const writing = new Writing(client, asks);
  const playground = new Playground(context.extensionUri, server, model, asks, writing);
  return {
    log,
    milestones,
    server,
    failures: new Failures(server),
    model,
    status: new StatusItem(server, model),
    documents,
    reordering,
    view: new SurfaceView(model, reordering),
    playground,
    explorer: new SampleExplorer(server, asks, log),
    actions: new Actions(model, asks, documents, playground, writing),
  };
}

function commands({ server, log, failures, model, reordering, actions }: Api): vscode.Disposable[] {
  const table: Record<string, (...given: never[]) => unknown> = {
    restart: () => server.restart("the user asked for it"),
    showLog: () => {
      log.show();
    },
    explainFailure: () => failures.explain(),
    choosePython,
    "surface.refresh": () => model.refresh(),
    "surface.open": (node: Node) => openNode(node),
    "surface.openDeclaration": (node: ShapeNode | BatteryNode) => openDeclaration(node),
    "surface.moveUp": (node: ShapeNode) => reordering.move(node, -1),
    "surface.moveDown": (node: ShapeNode) => reordering.move(node, 1),
    "surface.scaffold": (node: ClaimNode) => actions.scaffold(node),
    "playground.open": () => {
      actions.openPlayground();
    },
    "playground.ofNode": (node: ClaimNode) => {
      actions.openPlayground(node);
    },
    runBattery: (node?: BatteryNode) => actions.runBattery(node && ofNode(node)),
    doctor: () => doctor(server, log),
    showDrift: () => actions.showDrift(),
    showDriftOfBranch: () => actions.showDrift("base"),
  };
  return Object.entries(table).map(([name, run]) => vscode.commands.registerCommand(`tessera.${name}`, run));
}
