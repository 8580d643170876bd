/** Words for counts and verdicts. */

import type { Said } from "./server/protocol";

/** `1 claim`, `2 claims`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** `✓ net_order_value`, `✗ …`, `∅ nobody`, `not judged`: as the hints beside samples say it. */
export function said({ owner, verdict }: Said): string {
  if (verdict === null) {
    return "not judged";
  }
  if (owner === "") {
    return "∅ nobody";
  }
  return `${verdict ? "✓" : "✗"} ${owner}`;
}

/** The first line of a text, cut to `length` characters. */
export function short(text: string, length = 80): string {
  const line = text.split("\n", 1)[0] ?? "";
  return line.length <= length ? line : `${line.slice(0, length - 1).trimEnd()}…`;
}

/** What an error says. */
export function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
