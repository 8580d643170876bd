/** The view Grammar Surface: batteries, their shapes in order, what nobody owns. */

import * as vscode from "vscode";
import { showLocation } from "../places";
import { itemOf } from "./items";
import type { SurfaceModel } from "./model";
import { childrenOf, topOf, type BatteryNode, type Node, type ShapeNode } from "./nodes";
import type { Reordering } from "./reorder";

const MIME = "application/vnd.code.tree.tessera.surface";

/** The tree, and the dragging of shapes in it. */
export class SurfaceView
  implements vscode.TreeDataProvider<Node>, vscode.TreeDragAndDropController<Node>, vscode.Disposable
{
  readonly dragMimeTypes = [MIME];
  readonly dropMimeTypes = [MIME];
  private readonly changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<Node>;
  private readonly subscription: vscode.Disposable;

  constructor(
    private readonly model: SurfaceModel,
    private readonly reordering: Reordering,
  ) {
    this.view = vscode.window.createTreeView<Node>("tessera.surface", {
      treeDataProvider: this,
      dragAndDropController: this,
    });
    this.subscription = model.onDidChange(() => {
      this.show();
    });
  }

  getChildren(node?: Node): Node[] {
    return node === undefined ? topOf(this.model.projects) : childrenOf(node);
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return itemOf(node, childrenOf(node).length > 0);
  }

  handleDrag(nodes: readonly Node[], data: vscode.DataTransfer): void {
    const [node] = nodes;
    if (nodes.length === 1 && node?.kind === "shape") {
      data.set(MIME, new vscode.DataTransferItem(node));
    }
  }

  /** A shape dropped on another takes its place; dropped on its battery, it is asked first. */
  async handleDrop(target: Node | undefined, data: vscode.DataTransfer): Promise<void> {
    const dragged = data.get(MIME)?.value as ShapeNode | undefined;
    if (dragged?.kind !== "shape" || target === undefined) {
      return;
    }
    const place = placeOf(target, dragged);
    if (place !== undefined && place !== dragged.shape.place) {
      await this.reordering.move(dragged, place - dragged.shape.place);
    }
  }

  dispose(): void {
    this.subscription.dispose();
    this.view.dispose();
    this.changed.dispose();
  }

  private show(): void {
    const stale = this.model.projects.some(({ state, fresh }) => state === "ready" && !fresh);
    this.view.description = stale ? "judging the edit …" : "";
    void vscode.commands.executeCommand("setContext", "tessera.hasProject", this.model.projects.length > 0);
    this.changed.fire(undefined);
  }
}

function placeOf(target: Node, { project, battery }: ShapeNode): number | undefined {
  if (target.kind !== "shape" && target.kind !== "battery") {
    return undefined;
  }
  if (target.project !== project || target.battery.name !== battery.name) {
    return undefined;
  }
  return target.kind === "shape" ? target.shape.place : 1;
}

/** Show where a node's shape or battery is written: its definition, else its declaration. */
export async function openNode(node: Node | undefined): Promise<void> {
  if (node?.kind === "shape" || node?.kind === "stray") {
    await showLocation(node.shape.location ?? node.shape.declared);
  } else if (node?.kind === "battery") {
    await showLocation(node.battery.location);
  }
}

/** Show where a shape is declared. */
export async function openDeclaration(node: ShapeNode | BatteryNode): Promise<void> {
  await showLocation(node.kind === "shape" ? node.shape.declared : node.battery.location);
}
