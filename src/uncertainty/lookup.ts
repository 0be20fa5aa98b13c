import type { Measured } from "./measuredRun.ts";
import type { Size, Workload } from "./runKind.ts";
import type { SeenRow } from "./seen.ts";
import type { Slope } from "./slopes.ts";
import type { Between, Spread } from "./spreads.ts";
import type { WorkloadRow } from "./workloadTable.ts";

/** A table to look things up in. */
export interface Residuals {
  /** The row of a workload; of everything where nobody measured it. */
  workload(of: Measured, workload: Workload): WorkloadRow | undefined;
  spread(of: Measured, between: Between): Spread | undefined;
  slope(of: Measured, size: Size): Slope | undefined;
  factor(of: Measured): number;
  seen(of: Measured, key: string): SeenRow | undefined;
}
