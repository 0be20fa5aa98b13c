import { seconds } from "../../../notation/accepts.ts";
import type { FieldRow } from "../../../notation/row.ts";

/** A field for the extra time of a call under a framework; 0 for most frameworks. */
export const cost = (name: string, doc: string, example: string): FieldRow => ({
  name,
  doc,
  accepts: seconds,
  unit: "us",
  default: "0 s",
  range: [0, 1],
  calibrated: [1e-6, 5e-3],
  example,
});
