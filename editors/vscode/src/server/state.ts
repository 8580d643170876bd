/** How the server stands, as the rest of the extension is told. */

/** How the server stands. `failed` stays until somebody asks for another start. */
export type ServerState =
  | { readonly kind: "stopped" | "starting" | "waiting" }
  | { readonly kind: "running"; readonly version: string }
  | { readonly kind: "failed"; readonly failure: Failure };

/** Why there is no server. `python`: another Python would help. */
export interface Failure {
  readonly title: string;
  readonly detail: readonly string[];
  readonly python: boolean;
}
