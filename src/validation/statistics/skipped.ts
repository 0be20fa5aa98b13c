import { groupBy } from "./groupBy.ts";

/** A row that is not compared. */
export interface SkippedRow {
  readonly id: string;
  readonly reason: string;
}

/** Reasons for skipping rows, most frequent first, with the rows' ids. */
export function reasons(skipped: readonly SkippedRow[]): readonly (readonly [string, readonly string[]])[] {
  return [...groupBy(skipped, ({ reason }) => reason)]
    .map(([reason, rows]) => [reason, rows.map(({ id }) => id)] as const)
    .sort(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1));
}

/** First few ids that share a reason. */
export const someOf = (ids: readonly string[]): string =>
  ids.length > 3 ? `${ids.slice(0, 3).join(", ")}, …` : ids.join(", ");

/** Lines of the reasons for a terminal. */
export function reasonLines(skipped: readonly SkippedRow[]): readonly string[] {
  return reasons(skipped).map(
    ([reason, ids]) => `${String(ids.length).padStart(6)}  ${reason} (${someOf(ids)})`,
  );
}
