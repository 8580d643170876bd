/** Versions of Python and of the server, compared as PEP 440 orders them as far as ours need it. */

/** The oldest Python that runs the server. */
export const OLDEST: readonly [number, number] = [3, 11];

const VERSION = /^v?(?:\d+!)?(\d+(?:\.\d+)*)[-_.]?(a|b|rc|alpha|beta|c|dev)?/i;

/** Negative where `one` is older than `other`, positive where it is newer, 0 where neither. What is no version
 * is older than every version. A preview is older than the release that it leads to. */
export function compareVersions(one: string, other: string): number {
  const left = parse(one);
  const right = parse(other);
  for (let index = 0; index < Math.max(left.numbers.length, right.numbers.length); index++) {
    const difference = (left.numbers[index] ?? 0) - (right.numbers[index] ?? 0);
    if (difference !== 0) {
      return difference;
    }
  }
  return left.stage - right.stage;
}

/** Whether a Python of this version, as in `3.12.1`, can run the server. */
export function runsServer(version: string): boolean {
  return compareVersions(version, OLDEST.join(".")) >= 0;
}

function parse(text: string): { numbers: number[]; stage: number } {
  const match = VERSION.exec(text.trim());
  if (match?.[1] === undefined) {
    return { numbers: [-1], stage: 0 };
  }
  const stages = ["dev", "a", "b", "rc"];
  const word = { alpha: "a", beta: "b", c: "rc" }[match[2]?.toLowerCase() ?? ""] ?? match[2]?.toLowerCase();
  const stage = word === undefined ? stages.length : stages.indexOf(word);
  return { numbers: match[1].split(".").map(Number), stage };
}
