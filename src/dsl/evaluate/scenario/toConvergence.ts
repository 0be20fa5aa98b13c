import type { ScalingLaw } from "../../../engine/scenario/convergence.ts";
import type { Plan } from "../../../engine/scenario/plan.ts";
import type { RecordValue } from "../values/value.ts";
import type { Reader } from "./read.ts";

/**
 * Functions that convert a plan's fields for loss and convergence to the engine's data. The key is the engine's name of
 * the field.
 */
export const convergenceFields = {
  targetLoss: (read: Reader, plan: RecordValue): Plan["targetLoss"] => read.optional(plan, "target_loss"),
  scalingLaw: toScalingLaw,
  criticalBatch: (read: Reader, plan: RecordValue): Plan["criticalBatch"] =>
    read.optional(plan, "critical_batch") ?? read.word<"zhang" | "kaplan" | "none">(plan, "critical_batch"),
  tuned(read: Reader, plan: RecordValue): Plan["tuned"] {
    const tuned = read.record(plan, "tuned");
    return (
      tuned && {
        batchTokens: read.number(tuned, "batch"),
        learningRate: read.number(tuned, "learning_rate"),
        beta2: read.number(tuned, "beta2"),
      }
    );
  },
};

function toScalingLaw(read: Reader, plan: RecordValue): ScalingLaw | null {
  const law = read.record(plan, "scaling_law");
  if (!law) return null;
  const known = { name: law.name, own: law.name === "power_law" };
  if (law.name === "kaplan")
    return {
      ...known,
      kind: "joint",
      modelUnit: read.number(law, "n_c"),
      tokenUnit: read.number(law, "d_c"),
      modelExponent: read.number(law, "alpha_n"),
      tokenExponent: read.number(law, "alpha_d"),
    };
  return {
    ...known,
    kind: "sum",
    irreducible: read.number(law, "e"),
    modelScale: read.number(law, "a"),
    modelExponent: read.number(law, "alpha"),
    tokenScale: read.number(law, "b"),
    tokenExponent: read.number(law, "beta"),
  };
}
