/** What the server tells and answers beyond the protocol's own messages; docs/commands.md describes each. */

import type { Location, WorkspaceEdit } from "vscode-languageclient/node";

/** The notification `tessera/status`: how a project stands. */
export interface Status {
  readonly root: string;
  readonly state: "asking" | "off" | "starting" | "ready" | "failed";
  /** Why nothing runs; empty where something does. */
  readonly reason: string;
  /** Nothing more will come unless something changes. */
  readonly settled: boolean;
  /** The verdicts hold for the texts as they are open. */
  readonly fresh: boolean;
  readonly judged: boolean;
  readonly load: number;
  readonly python: string;
  /** `done`, `running`, or why the harness was not run. */
  readonly harvest: string;
  readonly versions: readonly { readonly uri: string; readonly version: number | null }[];
}

export interface Surface {
  readonly root: string;
  readonly name: string;
  readonly state: Status["state"];
  readonly reason: string;
  readonly fresh: boolean;
  readonly batteries: readonly SurfaceBattery[];
  readonly undeclared: readonly SurfaceShape[];
}

export interface SurfaceBattery {
  readonly name: string;
  readonly vertical: string;
  readonly location: Location | null;
  readonly readable: boolean;
  readonly shapes: readonly SurfaceShape[];
  readonly others: readonly OtherOwner[];
  readonly figures: Figures | null;
  readonly trouble: string;
  readonly drift: number;
}

export interface SurfaceShape {
  readonly name: string;
  readonly module: string;
  readonly qualname: string;
  /** From 1; 0 where no battery declares it. */
  readonly place: number;
  readonly location: Location | null;
  readonly declared: Location | null;
  readonly resolved: boolean;
  readonly owns: number | null;
  readonly supported: number | null;
  readonly unsupported: number | null;
  readonly samples: Readonly<Record<string, number>>;
  readonly drift: number;
}

export interface OtherOwner {
  readonly name: string;
  readonly owns: number;
  readonly supported: number;
}

export interface Figures {
  readonly claims: number;
  readonly supported: number;
  readonly unjudged: number;
  readonly faithfulness: number | null;
  readonly stale: boolean;
  readonly unsupported: readonly UnsupportedClaim[];
}

export interface UnsupportedClaim {
  readonly text: string;
  readonly citations: readonly string[];
  readonly times: number;
  readonly owner: string;
}

export interface Said {
  readonly owner: string;
  readonly verdict: boolean | null;
}

export interface DriftEntry {
  readonly battery: string;
  readonly claim: string;
  readonly citations: readonly string[];
  readonly before: Said;
  readonly after: Said;
  readonly why: string;
  readonly measured: number;
  readonly samples: readonly Location[];
  readonly owner: Location | null;
}

export interface Drifted {
  readonly root: string;
  readonly against: "saved" | "base" | "open";
  readonly fresh: boolean;
  readonly entries: readonly DriftEntry[];
  readonly unjudged: number;
  readonly gained: number;
  readonly lost: number;
  readonly renamed: readonly (readonly [string, string])[];
  readonly why_not: string;
}

export interface Edited {
  readonly edit: WorkspaceEdit | null;
  readonly applied: boolean;
  readonly word: string;
  readonly name: string;
  readonly drift: Drifted | null;
  readonly why_not: string;
}

export interface BatteryRun {
  readonly battery: string;
  readonly figures: Figures | null;
  readonly seconds: number;
  readonly why_not: string;
}

export interface Why {
  readonly path: string;
  readonly line: number;
  readonly function: string;
  readonly text: string;
  /** Names in scope with the text of their values. */
  readonly values: readonly (readonly [string, string])[];
  /** Patterns that were applied and matched. */
  readonly patterns: readonly { readonly groups: readonly { readonly name: string; readonly text: string }[] }[];
}

export interface Step {
  readonly name: string;
  readonly answer: string;
  /** From 0; -1 for a generic grammar. */
  readonly place: number;
  readonly why: Why | null;
}

export interface EvidenceRecord {
  readonly id: string;
  readonly source: string;
  readonly locator: string;
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

export interface Consultation {
  readonly battery: string;
  readonly text: string;
  readonly citations: readonly string[];
  readonly verdict: boolean | null;
  readonly owner: string;
  readonly steps: readonly Step[];
  readonly records: readonly EvidenceRecord[];
  readonly unknown: readonly string[];
  readonly fault: { readonly message: string; readonly shape: string } | null;
  readonly why_not: string;
}

export interface Preview {
  readonly consultations: readonly Consultation[];
  readonly ladders: readonly string[];
  readonly why_not: string;
}

export interface SampleStanding {
  readonly shape: string;
  readonly shape_location: Location;
  readonly location: Location;
  /** `True`, `False`, `None`, or empty for a line that is no sample. */
  readonly word: string;
  readonly text: string;
  readonly citations: readonly string[];
  readonly outcome: "passed" | "failed" | "errored" | "unjudged";
  /** What the shape says when it is asked directly. */
  readonly answer: string;
  /** What differs and why, with the ladder, in lines; empty where it passed. */
  readonly report: string;
}

export interface Samples {
  readonly root: string;
  readonly name: string;
  /** The outcomes stay unless something changes. */
  readonly settled: boolean;
  readonly samples: readonly SampleStanding[];
}

export interface Records {
  readonly battery: string;
  readonly records: readonly { readonly id: string; readonly source: string }[];
  /** How many records there are, shown or not. */
  readonly total: number;
  readonly why_not: string;
}
