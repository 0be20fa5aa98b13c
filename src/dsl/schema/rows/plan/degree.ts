import { count } from "../../notation/accepts.ts";
import type { FieldRow } from "../../notation/row.ts";

/** Makes a field for a parallel degree, or for another count whose default is 1. */
export const degree = (name: string, doc: string, extra: Partial<FieldRow> = {}): FieldRow => ({
  name,
  doc,
  accepts: count(),
  default: "1",
  range: [1, 1e7],
  example: "8",
  ...extra,
});
