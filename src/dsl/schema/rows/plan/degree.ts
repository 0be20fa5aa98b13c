import { count } from "../../accepts.ts";
import type { FieldRow } from "../../row.ts";

/** A degree of parallelism, or another count of the plan that is 1 where nobody says. */
export const degree = (name: string, doc: string, extra: Partial<FieldRow> = {}): FieldRow => ({
  name,
  doc,
  accepts: count(),
  default: "1",
  range: [1, 1e7],
  example: "8",
  ...extra,
});
