import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.ts";
import type { Expectation } from "../../session/world/runResult.ts";
import { withUnit } from "../../units/index.ts";

export interface Summary {
  readonly count: number;
  readonly failed: number;
  /** Number of exercises without an answer. They do not count as failed. */
  readonly open: number;
  /** Number of exercises whose answer is wrong or cannot be read. */
  readonly wrong: number;
  /**
   * Mean relative error of expectations that claim a value (`~= … within …`), without bounds. null without
   * any.
   */
  readonly meanAbsRelError: number | null;
  /** Median relative error of expectations that claim a value. null without any. */
  readonly medianAbsRelError: number | null;
  readonly errors: number;
  readonly warnings: number;
}

export function summarise(expectations: readonly Expectation[], diagnostics: readonly Diagnostic[]): Summary {
  const errors = expectations
    .flatMap((each) => claimedError(each) ?? [])
    .map(Math.abs)
    .sort((a, b) => a - b);
  // A failed expectation may also be a diagnostic. Count it once, as failed.
  const counted = diagnostics.filter(({ code }) => code !== "expect-failed");
  return {
    count: expectations.length,
    failed: expectations.filter(({ pass, exercise }) => !pass && exercise === null).length,
    open: expectations.filter(({ pass, exercise }) => !pass && exercise !== null && isOpen(exercise)).length,
    wrong: expectations.filter(({ pass, exercise }) => !pass && exercise !== null && !isOpen(exercise))
      .length,
    meanAbsRelError: errors.length === 0 ? null : errors.reduce((sum, each) => sum + each, 0) / errors.length,
    medianAbsRelError: median(errors),
    errors: counted.filter(({ severity }) => severity === "error").length,
    warnings: counted.filter(({ severity }) => severity === "warning").length,
  };
}

/** True for an exercise that its reader has not answered yet. */
export const isOpen = ({ found }: NonNullable<Expectation["exercise"]>): boolean => found === null;

export function summaryText(summary: Summary): string {
  const { count, failed, open, wrong, meanAbsRelError, medianAbsRelError, errors, warnings } = summary;
  const held = count - failed - open - wrong;
  const parts = [
    `${plural(count, "expectation")}: ${held} ${held === 1 ? "holds" : "hold"}, ${failed} failed`,
  ];
  if (wrong > 0) parts.push(`${plural(wrong, "answer")} not right`);
  if (open > 0) parts.push(`${plural(open, "exercise")} open`);
  if (meanAbsRelError !== null && medianAbsRelError !== null) {
    parts.push(
      `absolute relative error: mean ${percent(meanAbsRelError)}, median ${percent(medianAbsRelError)}`,
    );
  }
  if (errors > 0) parts.push(plural(errors, "error"));
  if (warnings > 0) parts.push(plural(warnings, "warning"));
  return parts.join("; ");
}

/**
 * Relative error of an expectation that claims a value. null for a bound such as `< 80 GiB`, which only holds
 * or fails.
 */
export function claimedError({ relError, within }: Expectation): number | null {
  return within === null ? null : relError;
}

export function percent(share: number): string {
  const value = share * 100;
  // Below a millionth of a percent it is rounding.
  if (Math.abs(value) < 1e-6) return "0%";
  if (Math.abs(value) < 0.001) return withUnit(value.toExponential(0), "%");
  return withUnit(value.toFixed(Math.abs(value) < 0.1 ? 3 : Math.abs(value) < 10 ? 2 : 1), "%");
}

/** Median of values in ascending order. null for an empty list. */
function median(sorted: readonly number[]): number | null {
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
