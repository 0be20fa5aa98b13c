import { numbers } from "../core/numbers.ts";
import { warning } from "../core/refusal.ts";
import type { Precision } from "../scenario/precision.ts";
import type { Refusal, Scenario } from "../scenario/scenario.ts";
import { stageLayouts } from "../trainingStep/model/layout.ts";
import { estimateWith } from "./estimateWith.ts";

/** A precision without 8- and 4-bit operands. */
const inBf16 = (precision: Precision): Precision => ({
  ...precision,
  ...{ name: "bf16", compute: "bf16", attention: "bf16", head: "bf16", scaling: null, bf16Layers: 0 },
  operandBytes: precision.activationBytes,
  actInputBytes: precision.activationBytes,
  attentionOutputBytes: precision.activationBytes,
  dispatchBytes: precision.activationBytes,
  gatherBytes: precision.weightBytes,
});

/**
 * Warning where 8- or 4-bit operands make the step longer than bf16 would. That happens where casts take more
 * time than matmuls save, such as with narrow matrices or on devices with equal rates. `step` is the
 * scenario's own, s.
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
