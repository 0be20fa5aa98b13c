import type { Estimate } from "../../../engine/estimate/estimate.ts";
import type { Table } from "../../document/document.ts";
import { breakdownTable } from "../breakdownTable.ts";

/**
 * Table of one training step as a tree of parts, with each part's share of the step. `unit` is any unit of
 * time.
 */
export function timeTable(estimate: Estimate, unit?: string): Table {
  return breakdownTable(estimate.time.step, {
    caption: "One training step",
    ...(unit === undefined ? {} : { unit }),
  });
}
