/** What the playground's page and its panel say to each other. media/playground.js is the page. */

import type { Preview } from "../server/protocol";

/** A sentence as it stands on the page. `project` is a root's URI. */
export interface Draft {
  readonly project: string;
  readonly battery: string;
  readonly text: string;
  readonly citations: readonly string[];
}

/** A battery that can be asked. */
export interface Choice {
  readonly project: string;
  readonly projectName: string;
  readonly battery: string;
  readonly shapes: readonly string[];
}

export type ToPage =
  | { readonly kind: "choices"; readonly choices: readonly Choice[]; readonly why: string }
  | { readonly kind: "draft"; readonly draft: Draft }
  | { readonly kind: "records"; readonly project: string; readonly battery: string; readonly records: readonly { id: string; source: string }[]; readonly total: number }
  | { readonly kind: "answer"; readonly turn: number; readonly preview: Preview }
  | { readonly kind: "again" };

export type FromPage =
  | { readonly kind: "ready" }
  | { readonly kind: "ask"; readonly turn: number; readonly draft: Draft }
  | { readonly kind: "records"; readonly project: string; readonly battery: string }
  | { readonly kind: "open"; readonly path: string; readonly line: number }
  | { readonly kind: "insert"; readonly draft: Draft; readonly shapes: readonly string[] }
  | { readonly kind: "scaffold"; readonly draft: Draft };
