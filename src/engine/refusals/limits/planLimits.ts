import type { Limits } from "../../core/limit.ts";
import type { LayerGroup } from "../../scenario/plan.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import { traitsOf } from "../../schedules/traits.ts";
import { headRanks } from "../../trainingStep/inputs/headRanks.ts";
import { keepsByOperator } from "../../trainingStep/kernels/recomputed.ts";
import { layersWith } from "../../trainingStep/model/layerKinds.ts";
import { modelParts } from "../../trainingStep/model/modelParts.ts";

/** Combinations of context parallelism that are not modelled. */
export const contextLimits: Limits = {
  of: "Context parallelism",
  limits: [
    {
      fields: ["plan.cp"],
      what: "context parallelism of Mamba layers",
      why: "the step sizes of Mamba 1 read all columns, and no rank would have them all",
      instead:
        "use `tp`, which shards their columns; `cp` is modelled for Mamba-2, delta rules and linear attention",
      asked: ({ model, plan }) =>
        plan.cp > 1 &&
        modelParts(model).some((part) => part.model.recurrent?.kind === "mamba") &&
        layersWith(model, ({ mixer }) => mixer === "recurrent") > 0,
    },
  ],
};

export const headLimits: Limits = {
  of: "Hybrid context parallelism",
  limits: [
    {
      fields: ["plan.cp_type", "plan.cp"],
      what: "hybrid context parallelism with a group size that does not divide `cp`",
      why: "groups of neighbours pass blocks to each other",
      instead: "use a `hybrid` whose group size divides `cp`",
      asked: ({ plan }) => {
        const ranks = headRanks(plan);
        return plan.cp % ranks !== 0 && `all-to-alls among ${ranks} of ${plan.cp} context-parallel ranks`;
      },
    },
  ],
};

export const overlapLimits: Limits = {
  of: "Overlap",
  limits: [
    {
      fields: ["plan.overlap"],
      what: "an expert all-to-all that overlaps both other micro-batches and its own shared experts",
      why: "it would be hidden twice; Megatron Core also rejects the combination (transformer_config.py)",
      instead: "overlap either `ep` or `shared_experts`, not both",
      asked: ({ plan: { overlap } }) => overlap.ep && overlap.sharedExperts,
    },
  ],
};

/**
 * Combinations with checkpointing by operator that are not modelled. It counts a layer's matmuls, and these
 * would need another count.
 */
export const operatorLimits: Limits = {
  of: "Recomputation by operator",
  limits: [
    {
      fields: ["plan.recompute.modules"],
      what: "recomputation by operator combined with modules",
      why: "the policy already decides for every operator whether its result is saved",
      instead: "use `selective(ops)` alone",
      asked: ({ plan: { recompute } }) => keepsByOperator(recompute) && recompute.modules.length > 1,
    },
    {
      fields: ["plan.recompute.modules"],
      what: "recomputation by operator of recurrent layers, of encoders and decoders and of layers that predict further tokens",
      why: "every second matmul is recomputed, and the order of their matmuls is not known",
      instead: "use `recompute = full`",
      asked: ({ model, plan: { recompute } }) =>
        keepsByOperator(recompute) &&
        (model.mtp > 0 ||
          model.encoder !== null ||
          layersWith(model, ({ mixer }) => mixer === "recurrent") > 0),
    },
    {
      fields: ["plan.recompute.modules", "plan.finetune"],
      what: "recomputation by operator combined with adapters",
      why: "adapters have matmuls of their own, in an order that is not known",
      instead: "use `recompute = full`",
      asked: ({ plan: { recompute, lora } }) => keepsByOperator(recompute) && lora !== null,
    },
  ],
};

export const shardingLimits: Limits = {
  of: "Sharded state",
  limits: [
    {
      fields: ["plan.recompute.distribute", "plan.sequence_parallel"],
      what: "saved inputs that are sharded over `tp` with sequence parallelism",
      why: "sequence parallelism shards them already, and Megatron refuses both (transformer_config.py)",
      instead: "remove `distribute`, or set `sequence_parallel = false`",
      asked: ({ plan: { recompute, sequenceParallel } }) =>
        sequenceParallel &&
        [recompute, ...(recompute.groups ?? []).map((one) => one.recompute)].some(
          ({ distribute }) => distribute,
        ),
    },
    {
      fields: ["plan.recompute.unit", "plan.zero"],
      what: "layers that are recomputed together under ZeRO 3",
      why: "most weights of a unit would be gathered a third time; no known framework does that",
      instead: "use `unit = 1`, or ZeRO 0 to 2",
      asked: ({ plan: { recompute, zero } }) =>
        zero === 3 &&
        recompute.unit !== undefined &&
        `${recompute.unit} layers recomputed together under ZeRO 3`,
    },
    {
      fields: ["plan.dp_shard"],
      what: "state sharded over a number of ranks that does not divide the replicas",
      why: "the shards would have unequal sizes",
      instead: "use a `dp_shard` that divides `dp`",
      asked: ({ plan: { dp, dpShard } }) =>
        Number.isInteger(dp) && dp % dpShard !== 0 && `state sharded over ${dpShard} of ${dp} ranks`,
    },
    {
      fields: ["plan.dp_shard"],
      what: "experts over more devices than share sharded state, or over a number that does not divide them",
      why: "a copy of the state would lack experts",
      instead: "choose `dp_shard` so that dp_shard * cp * tp is a multiple of ep * etp",
      asked: ({ plan: { dp, dpShard, cp, tp, ep, etp } }) =>
        Number.isInteger(dp) &&
        dp % dpShard === 0 &&
        dpShard < dp &&
        (dpShard * cp * tp) % (ep * etp) !== 0 &&
        `experts over ${ep * etp} devices and state over ${dpShard * cp * tp}`,
    },
    {
      fields: ["plan.zero"],
      what: "PipeDream with ZeRO 2 or 3",
      why: "it keeps several versions of the weights, and shards belong to only one",
      instead: "use ZeRO 0 or 1 with PipeDream",
      asked: ({ plan }) =>
        !traitsOf(plan.schedule).drains && plan.zero >= 2 && `PipeDream with ZeRO ${plan.zero}`,
    },
  ],
};

const groupsOf = ({ plan: { recompute } }: Scenario): readonly LayerGroup[] => recompute.groups ?? [];

/** Strategies by group of layers that are not modelled. */
export const groupLimits: Limits = {
  of: "Strategies by group of layers",
  limits: [
    {
      fields: ["plan.strategies", "plan.zero"],
      what: "ZeRO stages that differ by group of layers",
      why: "each group would have buckets and gathers of its own",
      instead: "use one `zero`, and strategies that differ in `recompute`",
      asked: (scenario) =>
        groupsOf(scenario).some(({ zero }) => zero !== null && zero !== scenario.plan.zero),
    },
    {
      fields: ["plan.strategies", "plan.recompute"],
      what: "recomputation of a number of layers, in units or by operator, within a group of layers",
      why: "a group says itself which layers it has",
      instead: "use `full` or `selective` with modules in a group",
      asked: (scenario) =>
        groupsOf(scenario).some(
          ({ recompute }) =>
            recompute.layers !== undefined || recompute.unit !== undefined || keepsByOperator(recompute),
        ),
    },
    {
      fields: ["plan.strategies", "model.encoder"],
      what: "strategies by group of layers of an encoder and a decoder",
      why: "groups count the layers of one stack",
      instead: "use one `recompute` for all layers",
      asked: (scenario) => scenario.model.encoder !== null && groupsOf(scenario).length > 0,
    },
    {
      fields: ["plan.strategies", "plan.offload"],
      what: "offloaded activations with strategies by group of layers",
      why: "which layers' activations leave the device would depend on their group",
      instead: "use `offload = none`",
      asked: (scenario) => scenario.plan.offload === "activations" && groupsOf(scenario).length > 0,
    },
  ],
};
