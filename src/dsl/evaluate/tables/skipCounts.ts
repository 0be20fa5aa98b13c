import { printNumber } from "../../../units/index.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Skipped } from "../value.ts";

/** Mistakes in the text of a sweep, as against combinations that do not work out. */
const MISTAKES =
  /^(unknown|wrong|missing|duplicate|cyclic|dimension|not-a-scenario|syntax|internal|division)/;

export function isInfeasible(one: Diagnostic): boolean {
  return one.severity === "error" && !MISTAKES.test(one.code);
}

/** Why combinations were thrown away, counted by reason. */
export class SkipCounts {
  readonly #reasons = new Map<string, { count: number; example: string }>();

  add(problem: Diagnostic): void {
    this.count(problem.code.replaceAll("-", " "), problem.message);
  }

  count(reason: string, example: string): void {
    const known = this.#reasons.get(reason);
    if (known) known.count++;
    else this.#reasons.set(reason, { count: 1, example });
  }

  list(): readonly Skipped[] {
    return [...this.#reasons]
      .map(([reason, { count, example }]) => ({ reason, count, example }))
      .sort((a, b) => b.count - a.count);
  }
}

/** The most frequent reasons, each as `one` words it, and how many others there are. */
export function mainReasons(
  skipped: readonly Skipped[],
  most: number,
  one: (skipped: Skipped) => string = () => "",
): string {
  const others = skipped.length - most;
  return [
    ...skipped.slice(0, most).map((each) => `${printNumber(each.count)} × ${each.reason}${one(each)}`),
    ...(others > 0 ? [`${others} more ${others === 1 ? "reason" : "reasons"}`] : []),
  ].join("; ");
}
