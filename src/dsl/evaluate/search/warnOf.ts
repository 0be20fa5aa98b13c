import { diagnostic } from "../../diagnostics/index.ts";
import { cutText } from "../tables/cutText.ts";
import { MAY_NOT_FIT, mainReasons, OVER_MEMORY } from "../tables/skipCounts.ts";
import type { Context } from "../values/context.ts";
import type { TableValue } from "../values/value.ts";
import { searchesAllPlans } from "./searchTable.ts";

/** Adds a warning to the run where a table was interrupted or has no rows. Does nothing for any other table. */
export function warnOf(context: Context, result: TableValue): void {
  const { statement, scope, tried } = result;
  const place = { source: scope.source, span: statement.name.span };
  const all = searchesAllPlans(statement);
  const where = cutText(result, all ? "plans" : "rows");
  if (where !== null) context.warn(diagnostic("interrupted", { where }, place));
  else if (result.rows.length === 0) {
    const reasons = mainReasons(result.skipped, 3, ({ example }) => ` (${example})`);
    const given = statement.kind === "search" && !all && ofPlans(result);
    const detail = reasons === "" ? {} : { reasons, more: given ? "for plan in all" : null };
    context.warn(
      diagnostic(
        "empty-sweep",
        { name: result.name, tried, ...(all ? { what: "plans" } : {}), ...detail },
        place,
      ),
    );
  }
}

/**
 * True for a table that rejected rows as out of memory or because they may not fit. Its rows are then training plans,
 * so a search over all plans could find others.
 */
const ofPlans = ({ skipped }: TableValue): boolean =>
  skipped.some(({ reason }) => reason === OVER_MEMORY || reason === MAY_NOT_FIT);
