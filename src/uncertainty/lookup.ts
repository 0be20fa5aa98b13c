import type { Measured } from "./measuredRun.ts";
import type { Size, Workload } from "./runKind.ts";
import type { SeenRow } from "./seen.ts";
import type { Slope } from "./slopes.ts";
import type { Between, Spread } from "./spreads.ts";
import type { WorkloadRow } from "./workloadTable.ts";

/** Residual table indexed for lookup. */
export interface Residuals {
  /** Row of a workload, or of all workloads where this one was never measured. */
  workload(of: Measured, workload: Workload): WorkloadRow | undefined;
  spread(of: Measured, between: Between): Spread | undefined;
  slope(of: Measured, size: Size): Slope | undefined;
  factor(of: Measured): number;
  seen(of: Measured, key: string): SeenRow | undefined;
}
