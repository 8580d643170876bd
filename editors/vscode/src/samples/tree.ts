/** Samples as test items: file, shape, sample. */

import * as vscode from "vscode";
import { rangeOf } from "../places";
import type { Samples, SampleStanding } from "../server/protocol";
import { short } from "../words";

/** What came of the sample that an item stands for. */
export type Standings = Map<vscode.TestItem, SampleStanding>;

/** Make the controller's items those of the projects, keeping items that are still there. */
export function plant(controller: vscode.TestController, projects: readonly Samples[]): Standings {
  const standings: Standings = new Map();
  const gardener = new Gardener(controller);
  for (const { root, name, samples } of projects) {
    const top = projects.length > 1 ? gardener.item(controller.items, root, name) : undefined;
    for (const standing of samples) {
      const files = top?.children ?? controller.items;
      const { uri } = standing.location;
      const path = vscode.Uri.parse(uri);
      const file = gardener.item(files, uri, vscode.workspace.asRelativePath(path, false), path);
      const shape = gardener.item(file.children, `${uri}#${standing.shape}`, standing.shape, path);
      shape.range = rangeOf(standing.shape_location);
      const leaf = gardener.leaf(shape, standing);
      standings.set(leaf, standing);
    }
  }
  gardener.weed(controller.items);
  return standings;
}

/** The items below `item` that stand for samples, itself included. */
export function leavesOf(item: vscode.TestItem): vscode.TestItem[] {
  if (item.children.size === 0) {
    return [item];
  }
  const leaves: vscode.TestItem[] = [];
  item.children.forEach((child) => leaves.push(...leavesOf(child)));
  return leaves;
}

class Gardener {
  private readonly kept = new Set<vscode.TestItem>();

  constructor(private readonly controller: vscode.TestController) {}

  item(among: vscode.TestItemCollection, id: string, label: string, uri?: vscode.Uri): vscode.TestItem {
    let item = among.get(id);
    if (item === undefined) {
      item = this.controller.createTestItem(id, label, uri);
      // As written: shapes and samples stand in the order of the text.
      among.add(item);
    }
    this.kept.add(item);
    return item;
  }

  leaf(shape: vscode.TestItem, standing: SampleStanding): vscode.TestItem {
    const { word, text, citations, location } = standing;
    const name = word === "" ? "not a sample" : `${word}: ${short(text, 100)}`;
    const base = `${shape.id}#${word}#${text}#${citations.join(",")}`;
    let id = base;
    // The same sample may be written twice.
    for (let count = 2; this.isTaken(shape, id); count++) {
      id = `${base}#${String(count)}`;
    }
    const item = this.item(shape.children, id, name, vscode.Uri.parse(location.uri));
    item.range = rangeOf(location);
    item.description = citations.join(", ");
    item.sortText = String(location.range.start.line).padStart(7, "0");
    return item;
  }

  /** Take away what no sample has asked for. */
  weed(among: vscode.TestItemCollection): void {
    among.forEach((item) => {
      if (this.kept.has(item)) {
        this.weed(item.children);
      } else {
        among.delete(item.id);
      }
    });
  }

  private isTaken(shape: vscode.TestItem, id: string): boolean {
    const item = shape.children.get(id);
    return item !== undefined && this.kept.has(item);
  }
}
