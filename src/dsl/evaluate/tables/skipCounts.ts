import { printNumber } from "../../../units/index.ts";
import type { Expr } from "../../ast/ast.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { middleCutText } from "../expressions/exprText.ts";
import type { Context, Lack } from "../values/context.ts";
import type { Scope } from "../values/scope.ts";
import type { ScenarioValue, Skipped } from "../values/value.ts";
import { NearMisses } from "./nearMisses.ts";

/**
 * Pattern of the diagnostic codes for errors in the program's text, which end a sweep. Any other error means that a
 * combination is invalid; a sweep skips it and counts the reason.
 */
const MISTAKES =
  /^(unknown|wrong|missing|duplicate|cyclic|dimension|not-a-scenario|syntax|internal|division)/;

export function isInfeasible(one: Diagnostic): boolean {
  return one.severity === "error" && !MISTAKES.test(one.code);
}

export const OVER_MEMORY = "out of memory";
export const MAY_NOT_FIT = "may not fit";

/** Counts a table's rejected combinations by reason. */
export class SkipCounts {
  readonly #reasons = new Map<string, { count: number; example: string; condition?: Expr }>();
  readonly #misses = new NearMisses();
  #least: Lack | null = null;

  add(problem: Diagnostic): void {
    this.count(problem.code.replaceAll("-", " "), problem.message);
  }

  count(reason: string, example: string, condition?: Expr): void {
    const known = this.#reasons.get(reason);
    if (known) known.count++;
    else this.#reasons.set(reason, { count: 1, example, ...(condition ? { condition } : {}) });
  }

  /**
   * Counts a row that does not meet a `where` condition. With `near`, also records how close the row came to the
   * condition.
   */
  unmet(
    context: Context,
    condition: Expr,
    inner: Scope,
    scenario: ScenarioValue | null,
    near: boolean,
  ): void {
    this.count(conditionText(condition, inner), "condition is false", condition);
    if (near && scenario) this.#misses.note(context, condition, inner, scenario);
  }

  /**
   * Counts a row that is out of memory. `lack` is the memory that the row needs beyond the capacity, or null where that
   * was not computed.
   */
  lacks(lack: Lack | null): void {
    this.count(OVER_MEMORY, "peak memory exceeds the device's");
    if (lack && lack.bytes < (this.#least?.bytes ?? Number.POSITIVE_INFINITY)) this.#least = lack;
  }

  /** Counts a row that a search rejects because it may not fit. */
  setAside(): void {
    this.count(MAY_NOT_FIT, "`where memory.fits != no` keeps these");
  }

  list(): readonly Skipped[] {
    return [...this.#reasons]
      .map(([reason, { count, example, condition }]): Skipped => {
        const nearest = condition && this.#misses.text(condition);
        if (nearest) return { reason, count, example: nearest, nearest };
        const least = reason === OVER_MEMORY ? this.#least?.text : undefined;
        return least === undefined
          ? { reason, count, example }
          : { reason, count, example: `needs at least ${least}`, least };
      })
      .sort((a, b) => b.count - a.count);
  }
}

/**
 * Text of the main reasons that rejected rows: the `most` first ones, each followed by the text from `one`, then the
 * number of further reasons. Reasons that nearly allowed a row come first: conditions with a near miss and plans that
 * may not fit, then out of memory, then other conditions, then invalid combinations. Within each group, the most
 * frequent reason comes first.
 */
export function mainReasons(
  skipped: readonly Skipped[],
  most: number,
  one: (skipped: Skipped) => string = () => "",
): string {
  const others = skipped.length - most;
  const near = ({ reason, nearest }: Skipped): number =>
    nearest !== undefined || reason === MAY_NOT_FIT
      ? 0
      : reason === OVER_MEMORY
        ? 1
        : reason.startsWith("where ")
          ? 2
          : 3;
  const sorted = [...skipped].sort((a, b) => near(a) - near(b));
  return [
    ...sorted.slice(0, most).map((each) => `${printNumber(each.count)} × ${each.reason}${one(each)}`),
    ...(others > 0 ? [`${others} more ${others === 1 ? "reason" : "reasons"}`] : []),
  ].join("; ");
}

/** Text of a condition as a reason that rejects rows, such as `where mfu > 0.6` or `within $2M`. */
export function conditionText(condition: Expr, scope: Scope): string {
  // The left side of a limit of `within` is not written, so its span is empty.
  const unwritten = condition.kind === "binary" && condition.left.span.end === condition.left.span.start;
  return `${unwritten ? "within" : "where"} ${middleCutText(condition, scope)}`;
}
