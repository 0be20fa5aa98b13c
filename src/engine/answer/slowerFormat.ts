import { numbers } from "../core/numbers.ts";
import { warning } from "../core/refusal.ts";
import type { Precision } from "../scenario/precision.ts";
import type { Refusal, Scenario } from "../scenario/scenario.ts";
import { stageLayouts } from "../trainingStep/model/layout.ts";
import { estimateWith } from "./estimateWith.ts";

/** The same plan's precision without operands of 8 and 4 bits. */
const inBf16 = (precision: Precision): Precision => ({
  ...precision,
  ...{ name: "bf16", compute: "bf16", attention: "bf16", scaling: null, bf16Layers: 0 },
  operandBytes: precision.activationBytes,
  actInputBytes: precision.activationBytes,
  attentionOutputBytes: precision.activationBytes,
  dispatchBytes: precision.activationBytes,
  gatherBytes: precision.weightBytes,
});

/**
 * Whether operands of 8 or 4 bits make the step longer than bf16 would: where casts take more than products save, as between narrow
 * matrices and on devices whose rate is the same. `step` is the scenario's own, s.
 */
export function slowerFormat(scenario: Scenario, step: number): readonly Refusal[] {
  const { model, plan, cluster } = scenario;
  const { name, compute, scaling } = plan.precision;
  if (scaling === null) return [];
  const wide = { ...scenario, plan: { ...plan, precision: inBf16(plan.precision) } };
  const other = estimateWith(numbers, wide, stageLayouts(model, wide.plan))?.time.step.value;
  if (other === undefined || !(step > other)) return [];
  const { peak } = cluster.device;
  return [
    warning("format-slower", ["plan.precision"], {
      ...{ precision: name, step, other, rates: peak[compute] <= peak.bf16 ? "same" : "different" },
    }),
  ];
}
