import { seconds } from "../../../notation/accepts.ts";
import type { FieldRow } from "../../../notation/row.ts";

/**
 * Makes a field for the extra time that a framework adds to a call. The default is 0 s, which is right for most
 * frameworks.
 */
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
