/** What the server tells and answers beyond the protocol's own messages; see docs/commands.md. */

/** The notification `tessera/status`: how a project stands. */
export interface Status {
  /** URI of the project's root. */
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
