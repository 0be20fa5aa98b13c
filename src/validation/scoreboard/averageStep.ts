import { estimate } from "../../engine/index.ts";
import type { Scenario } from "../../engine/scenario/scenario.ts";
import { wholeRunOf } from "../programs/wholeRun.ts";
import type { Row } from "../rows/row.ts";

/**
 * Step time as the row measures it, in seconds. Where a run's last step is shorter than `step`, the
 * scenario's, it is the average over all steps.
 */
export function averageStep(row: Row, scenario: Scenario, step: number): number {
  const { plan } = scenario;
  const whole = wholeRunOf(row, plan);
  if (whole === null) return step;
  const rest = whole.rest && estimate({ ...scenario, plan: { ...plan, ...whole.rest } });
  const last = rest?.ok ? rest.estimate.time.step.value : 0;
  return ((whole.fullSteps * step + last) * plan.globalBatch) / whole.sequences;
}
