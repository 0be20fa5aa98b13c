import { error } from "../../core/refusal.ts";
import { kvHeadsOf, traitsOfAttention } from "../../scenario/attentionKinds.ts";
import type { Refusal, Scenario } from "../../scenario/scenario.ts";
import type { ModelPart } from "../../trainingStep/model/modelParts.ts";

/**
 * Refusals of attention heads, key-value heads and Mamba widths that do not divide over tensor-parallel
 * ranks.
 */
export function heads({ plan }: Scenario, { model }: ModelPart): readonly Refusal[] {
  const { attention, recurrent } = model;
  const { tp } = plan;
  const found: Refusal[] = [];
  if (recurrent?.kind === "mamba" && recurrent.dInner % tp !== 0)
    found.push(
      error("width-not-divisible", ["plan.tp", "model.recurrent.d_inner"], {
        ...{ field: "d_inner", value: recurrent.dInner, tp, degree: "tp" },
      }),
    );
  if (attention.heads % tp !== 0)
    found.push(
      error("heads-not-divisible", ["plan.tp", "model.attention.heads"], { heads: attention.heads, tp }),
    );
  const kvHeads = kvHeadsOf(attention);
  if (traitsOfAttention(attention).ownKvHeads && kvHeads % tp !== 0 && tp % kvHeads !== 0)
    found.push(
      error("heads-not-divisible", ["plan.tp", "model.attention.kv_heads"], {
        heads: kvHeads,
        tp,
        field: "kv_heads",
      }),
    );
  return found;
}

/**
 * Refusals of a recurrence's heads that do not divide over tensor- and context-parallel ranks. Key groups are
 * sharded with them, and copied where they are fewer than ranks (NVIDIA/Megatron-LM,
 * megatron/core/ssm/mamba_context_parallel.py). Keys of a delta rule are not copied.
 */
export function recurrentHeads({ plan }: Scenario, { model: { recurrent } }: ModelPart): readonly Refusal[] {
  if (!recurrent || recurrent.kind === "mamba") return [];
  const { tp, cp } = plan;
  const { heads, groups, kind } = recurrent;
  const n = tp * cp;
  const fields = cp > 1 ? ["plan.cp", "plan.tp"] : ["plan.tp"];
  const refuse = (what: string, value: number, field: string): readonly Refusal[] => [
    error("recurrence-not-divisible", [...fields, `model.recurrent.${field}`], { what, value, tp, cp }),
  ];
  if (heads % n !== 0) return refuse("heads", heads, "heads");
  const copied = kind !== "gated_delta" && n % groups === 0;
  if (cp > 1 && groups % n !== 0 && !copied)
    return refuse("groups", groups, kind === "gated_delta" ? "key_heads" : "groups");
  return [];
}
