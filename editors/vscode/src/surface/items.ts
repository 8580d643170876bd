/** Nodes of the Grammar Surface as tree items. */

import * as vscode from "vscode";
import { counted } from "../words";
import { batteryWords, claimWords, idOf, shapeIcon, shapeWords, type Node } from "./nodes";

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** The item that draws a node. */
export function itemOf(node: Node, hasChildren: boolean): vscode.TreeItem {
  const item = drawn(node, hasChildren);
  const id = idOf(node);
  if (id !== "") {
    item.id = id;
  }
  item.contextValue ??= node.kind;
  return item;
}

function drawn(node: Node, hasChildren: boolean): vscode.TreeItem {
  switch (node.kind) {
    case "project":
      return made(node.surface.name, Expanded, "root-folder");
    case "battery":
      return batteryItem(node);
    case "shape": {
      const item = made(node.shape.name, hasChildren ? Collapsed : None, shapeIcon(node.shape));
      item.description = shapeWords(node.shape);
      item.tooltip = `${String(node.shape.place)} of ${String(node.battery.shapes.length)} in ${node.battery.name}: ${node.shape.module}\n${shapeWords(node.shape)}`;
      item.contextValue = movable(node);
      return leading(item, node);
    }
    case "other": {
      const item = made(node.other.name, None, "symbol-misc");
      item.description = `generic · owns ${node.other.owns.toLocaleString("en")}`;
      item.tooltip = "A grammar that is asked after every declared shape";
      return item;
    }
    case "claims": {
      const item = made(`Owned by nobody`, Collapsed, new vscode.ThemeIcon("circle-slash", colour("testing.iconFailed")));
      item.description = counted(node.claims.length, "claim");
      return item;
    }
    case "claim": {
      const item = made(claimWords(node.claim), None, "quote");
      item.description = node.claim.times > 1 ? `× ${String(node.claim.times)}` : "";
      item.tooltip = `${node.claim.text}\n← ${node.claim.citations.join(", ")}`;
      item.command = { command: "tessera.playground.ofNode", title: "Open in the Claim Playground", arguments: [node] };
      return item;
    }
    case "undeclared": {
      const item = made("Declared nowhere", Expanded, new vscode.ThemeIcon("warning", colour("list.warningForeground")));
      item.description = counted(node.shapes.length, "shape");
      return item;
    }
    case "stray": {
      const item = made(node.shape.name, None, new vscode.ThemeIcon("circle-large-outline", colour("list.warningForeground")));
      item.description = node.shape.module;
      item.tooltip = "No battery declares this shape, so it never speaks";
      return leading(item, node);
    }
    case "reason": {
      const item = made(node.text, None, "info");
      item.tooltip = node.text;
      return item;
    }
  }
}

function batteryItem(node: Extract<Node, { kind: "battery" }>): vscode.TreeItem {
  const { figures, name, trouble } = node.battery;
  const below = (figures?.faithfulness ?? 1) < 1 || trouble !== "";
  const icon = below
    ? new vscode.ThemeIcon("warning", colour("testing.iconFailed"))
    : new vscode.ThemeIcon("layers", figures == null ? undefined : colour("testing.iconPassed"));
  const item = made(name, Expanded, icon);
  item.description = batteryWords(node.battery);
  item.tooltip = trouble !== "" ? trouble : `${batteryWords(node.battery)}\nShapes in the order in which they are asked`.trim();
  return item;
}

/** What may be done with a shape: `shape` with `up` and `down` where there is a place to go. */
function movable(node: Extract<Node, { kind: "shape" }>): string {
  if (!node.battery.readable || node.shape.declared === null) {
    return "shape";
  }
  const up = node.shape.place > 1 ? " up" : "";
  const down = node.shape.place < node.battery.shapes.length ? " down" : "";
  return `shape${up}${down}`;
}

function leading(item: vscode.TreeItem, node: Node): vscode.TreeItem {
  item.command = { command: "tessera.surface.open", title: "Go to it", arguments: [node] };
  return item;
}

function made(label: string, state: vscode.TreeItemCollapsibleState, icon: string | vscode.ThemeIcon): vscode.TreeItem {
  const item = new vscode.TreeItem(label, state);
  item.iconPath = typeof icon === "string" ? new vscode.ThemeIcon(icon) : icon;
  return item;
}

function colour(name: string): vscode.ThemeColor {
  return new vscode.ThemeColor(name);
}
