/** The nodes of the Grammar Surface, and how each is drawn. */

import * as vscode from "vscode";
import type { OtherOwner, Surface, SurfaceBattery, SurfaceShape, UnsupportedClaim } from "../server/protocol";
import { counted, short } from "../words";

/** A node of the tree. `project` is the root's URI. */
export type Node =
  | { readonly kind: "project"; readonly surface: Surface }
  | { readonly kind: "battery"; readonly project: string; readonly battery: SurfaceBattery }
  | { readonly kind: "shape"; readonly project: string; readonly battery: SurfaceBattery; readonly shape: SurfaceShape }
  | { readonly kind: "other"; readonly other: OtherOwner }
  | { readonly kind: "claims"; readonly project: string; readonly battery: SurfaceBattery; readonly claims: readonly UnsupportedClaim[] }
  | { readonly kind: "claim"; readonly project: string; readonly battery: string; readonly claim: UnsupportedClaim }
  | { readonly kind: "undeclared"; readonly project: string; readonly shapes: readonly SurfaceShape[] }
  | { readonly kind: "stray"; readonly project: string; readonly shape: SurfaceShape }
  | { readonly kind: "reason"; readonly text: string };

export type ShapeNode = Extract<Node, { kind: "shape" }>;
export type ClaimNode = Extract<Node, { kind: "claim" }>;
export type BatteryNode = Extract<Node, { kind: "battery" }>;

/** The top of the tree: the projects, or what is in the only one. */
export function topOf(projects: readonly Surface[]): Node[] {
  const [only, ...others] = projects;
  if (only === undefined) {
    return [];
  }
  return others.length === 0 ? inProject(only) : projects.map((surface) => ({ kind: "project", surface }));
}

/** What stands under a node. */
export function childrenOf(node: Node): Node[] {
  switch (node.kind) {
    case "project":
      return inProject(node.surface);
    case "battery":
      return inBattery(node.project, node.battery);
    case "shape":
      return claimsOf(node.project, node.battery, node.shape.name);
    case "claims":
      return node.claims.map((claim) => ({ kind: "claim", project: node.project, battery: node.battery.name, claim }));
    case "undeclared":
      return node.shapes.map((shape) => ({ kind: "stray", project: node.project, shape }));
    default:
      return [];
  }
}

function inProject(surface: Surface): Node[] {
  const project = surface.root;
  const nodes: Node[] = surface.batteries.map((battery) => ({ kind: "battery", project, battery }));
  if (surface.undeclared.length > 0) {
    nodes.push({ kind: "undeclared", project, shapes: surface.undeclared });
  }
  if (surface.reason !== "") {
    nodes.push({ kind: "reason", text: surface.reason });
  }
  return nodes;
}

function inBattery(project: string, battery: SurfaceBattery): Node[] {
  const nodes: Node[] = battery.shapes.map((shape) => ({ kind: "shape", project, battery, shape }));
  nodes.push(...battery.others.map((other): Node => ({ kind: "other", other })));
  const unowned = (battery.figures?.unsupported ?? []).filter(({ owner }) => owner === "");
  if (unowned.length > 0) {
    nodes.push({ kind: "claims", project, battery, claims: unowned });
  }
  if (battery.trouble !== "") {
    nodes.push({ kind: "reason", text: battery.trouble });
  }
  return nodes;
}

function claimsOf(project: string, battery: SurfaceBattery, owner: string): Node[] {
  const claims = (battery.figures?.unsupported ?? []).filter((claim) => claim.owner === owner);
  return claims.map((claim) => ({ kind: "claim", project, battery: battery.name, claim }));
}

/** A word that names a node within the tree, so that it stays open when the tree is drawn again. */
export function idOf(node: Node): string {
  switch (node.kind) {
    case "project":
      return node.surface.root;
    case "battery":
      return `${node.project} ${node.battery.name}`;
    case "shape":
      return `${node.project} ${node.battery.name} ${String(node.shape.place)} ${node.shape.qualname}`;
    case "claims":
      return `${node.project} ${node.battery.name} unowned`;
    case "undeclared":
      return `${node.project} undeclared`;
    case "stray":
      return `${node.project} undeclared ${node.shape.module}:${node.shape.qualname}`;
    default:
      return "";
  }
}

/** What is said of a shape beside its name. */
export function shapeWords(shape: SurfaceShape): string {
  const parts: string[] = [];
  if (!shape.resolved) {
    parts.push("leads to no shape");
  }
  if (shape.owns !== null) {
    parts.push(`owns ${shape.owns.toLocaleString("en")}`);
  }
  if (shape.drift > 0) {
    parts.push(`${String(shape.drift)} changed`);
  }
  if ((shape.unsupported ?? 0) > 0) {
    parts.push(`${String(shape.supported ?? 0)} ✓ ${String(shape.unsupported)} ✗`);
  }
  const samples = Object.values(shape.samples).reduce((sum, each) => sum + each, 0);
  parts.push(samples === 0 ? "no samples" : counted(samples, "sample"));
  return parts.join(" · ");
}

/** What is said of a battery beside its name, what matters most first: a narrow view cuts the end off. */
export function batteryWords(battery: SurfaceBattery): string {
  const { figures } = battery;
  const parts: string[] = [];
  if (battery.drift > 0) {
    parts.push(`${String(battery.drift)} changed`);
  }
  if (figures?.faithfulness != null) {
    parts.push(`${figures.faithfulness.toFixed(3)} of ${counted(figures.claims, "claim")}${figures.stale ? " …" : ""}`);
  }
  if (!battery.readable) {
    parts.push("order not readable");
  }
  return parts.join(" · ");
}

/** The icon that marks a shape: whether it owns claims and holds them all for true. */
export function shapeIcon(shape: SurfaceShape): vscode.ThemeIcon {
  const coloured = (name: string, colour: string): vscode.ThemeIcon =>
    new vscode.ThemeIcon(name, new vscode.ThemeColor(colour));
  if (!shape.resolved) {
    return coloured("question", "list.errorForeground");
  }
  if ((shape.unsupported ?? 0) > 0) {
    return coloured("error", "testing.iconFailed");
  }
  if ((shape.owns ?? 0) > 0) {
    return coloured("pass", "testing.iconPassed");
  }
  return coloured("circle-large-outline", "disabledForeground");
}

/** A claim in one line. */
export function claimWords(claim: UnsupportedClaim): string {
  return short(claim.text, 120);
}
