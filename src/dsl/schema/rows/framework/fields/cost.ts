import { seconds } from "../../../accepts.ts";
import type { FieldRow } from "../../../row.ts";

/** Time that a call costs more under a stack; most stacks pay nothing. */
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
