import { notModelled } from "../../core/limit.ts";
import { error, warning } from "../../core/refusal.ts";
import type { Refusal, Scenario } from "../../scenario/scenario.ts";
import { headRanks } from "../../trainingStep/inputs/headRanks.ts";
import { headLimits } from "../limits/planLimits.ts";
import { sequenceSplit } from "./sequenceSplit.ts";

/** Refusals of a sequence that does not divide over its ranks, or is too long for the model. */
export function sequence(scenario: Scenario): readonly Refusal[] {
  const { model, plan } = scenario;
  const { attention } = model;
  const { tp } = plan;
  const found: Refusal[] = [];
  const undivided = sequenceSplit(plan, plan.seqLen);
  if (undivided)
    found.push(
      error("seq-not-divisible", ["plan.seq_len", ...undivided.fields], {
        ...{ seq_len: plan.seqLen, ...undivided.params },
      }),
    );
  const ranks = headRanks(plan);
  if (plan.cp % ranks !== 0) found.push(...notModelled(headLimits, scenario));
  else if (attention.heads % tp === 0 && (attention.heads / tp) % ranks !== 0)
    found.push(
      error("ulysses-heads-not-divisible", ["plan.cp", "plan.tp", "model.attention.heads"], {
        ...{ heads: attention.heads, tp, cp: ranks },
      }),
    );
  if (model.positions === "learned" && !model.patches && plan.seqLen > model.maxSeqLen)
    found.push(
      warning("seq-beyond-model", ["plan.seq_len", "model.max_seq_len"], {
        seq_len: plan.seqLen,
        max_seq_len: model.maxSeqLen,
      }),
    );
  return found;
}
