/** The server's commands, typed. */

import { ExecuteCommandRequest, type LanguageClient } from "vscode-languageclient/node";
import type {
  BatteryRun,
  Drifted,
  Edited,
  Preview,
  Records,
  Samples,
  Surface,
} from "./protocol";

/** Nothing was answered because no server runs. */
export class NoServerError extends Error {
  constructor() {
    super("the Tessera server does not run");
  }
}

/** A battery of a project: `uri` is the project's root. */
export interface OfBattery {
  readonly uri: string;
  readonly battery: string;
}

/** A sentence with what it cites. */
export interface Sentence extends OfBattery {
  readonly text: string;
  readonly citations: readonly string[];
}

/** A shape's move within its battery; `by` is negative to be asked earlier. */
export interface Move extends OfBattery {
  readonly shape: string;
  readonly by: number;
}

/** Calls commands of the running server. Each rejects where there is none, or where it answers an error. */
export class ServerCommands {
  constructor(private readonly client: () => LanguageClient | undefined) {}

  surface(): Promise<Surface[]> {
    return this.call("surface", {});
  }

  preview(sentence: Sentence): Promise<Preview> {
    return this.call("preview", sentence);
  }

  records(of: OfBattery): Promise<Records> {
    return this.call("records", of);
  }

  samples(): Promise<Samples[]> {
    return this.call("samples", {});
  }

  drift(against: "saved" | "base"): Promise<Drifted[]> {
    return this.call("drift", { against });
  }

  runBattery(of: OfBattery): Promise<BatteryRun> {
    return this.call("runBattery", of);
  }

  reorder(move: Move): Promise<Edited> {
    return this.call("reorder", move);
  }

  insertSample(given: Omit<Sentence, "battery"> & { readonly shape: string }): Promise<Edited> {
    return this.call("insertSample", given);
  }

  scaffold(sentence: Sentence): Promise<Edited> {
    return this.call("scaffold", sentence);
  }

  /** The last lines of the server's own log. */
  log(): Promise<string[]> {
    return this.call("log", {});
  }

  private async call<Result>(name: string, argument: object): Promise<Result> {
    const client = this.client();
    if (client === undefined) {
      throw new NoServerError();
    }
    const command = { command: `tessera.server.${name}`, arguments: [argument] };
    return (await client.sendRequest(ExecuteCommandRequest.type, command)) as Result;
  }
}
