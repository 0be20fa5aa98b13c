import { isDeepStrictEqual } from "node:util";
import type { SavedOutput } from "../page/task.ts";

/** Largest distance between a coordinate of a picture and the saved one, in px. Browsers round other than Node. */
const PIXELS = 0.02;

const NUMBER = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/g;

/** Parts in which outputs differ from those that are saved, in words; empty where they are the same. */
export function differences(found: readonly SavedOutput[], saved: readonly SavedOutput[]): readonly string[] {
  if (found.length !== saved.length)
    return [`${found.length} outputs instead of ${saved.length}: ${JSON.stringify(found).slice(0, 300)}`];
  return found.flatMap((one, i) => {
    const { data = {}, ...rest } = one as { readonly data?: Readonly<Record<string, unknown>> };
    const { data: known = {}, ...others } = (saved[i] ?? {}) as typeof rest & { readonly data?: typeof data };
    const types = [...new Set([...Object.keys(data), ...Object.keys(known)])];
    return [
      ...(isDeepStrictEqual(rest, others)
        ? []
        : [
            `output ${i}: ${JSON.stringify(rest).slice(0, 300)} is not ${JSON.stringify(others).slice(0, 300)}`,
          ]),
      ...types
        .filter((type) => !sameData(type, data[type], known[type]))
        .map((type) => `output ${i}: ${type} ${firstDifference(data[type], known[type])}`),
    ];
  });
}

function sameData(type: string, one: unknown, other: unknown): boolean {
  if (type === "image/svg+xml" && typeof one === "string" && typeof other === "string")
    return sameSvg(one, other);
  return isDeepStrictEqual(one, other);
}

/** True where two pictures have the same text and coordinates within `PIXELS`. */
export function sameSvg(one: string, other: string): boolean {
  if (one === other) return true;
  if (one.replace(NUMBER, "#") !== other.replace(NUMBER, "#")) return false;
  const numbers = (text: string): readonly number[] => (text.match(NUMBER) ?? []).map(Number);
  const known = numbers(other);
  // The sum of two decimals is not exact.
  return numbers(one).every((value, i) => Math.abs(value - (known[i] ?? Number.NaN)) <= PIXELS + 1e-9);
}

function firstDifference(one: unknown, other: unknown): string {
  const [a, b] = [one, other].map((value) =>
    typeof value === "string" ? value : (JSON.stringify(value) ?? ""),
  );
  const [left = "", right = ""] = [a, b];
  let at = 0;
  while (at < left.length && left[at] === right[at]) at++;
  const from = Math.max(0, at - 40);
  return `at ${at}: …${left.slice(from, at + 60)}… is not …${right.slice(from, at + 60)}…`;
}
