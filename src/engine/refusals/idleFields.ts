import type { IdleField } from "../core/idleField.ts";
import type { Model } from "../scenario/model.ts";
import { headRanks } from "../trainingStep/inputs/headRanks.ts";
import { stageLayouts } from "../trainingStep/model/layout.ts";
import { modelParts } from "../trainingStep/model/modelParts.ts";

const hasExperts = (model: Model): boolean => modelParts(model).some((part) => part.model.mlp.kind === "moe");

/** Modules that recomputation names, and the models that have them. */
const held: Readonly<Record<string, (model: Model) => boolean>> = {
  mla_up: (model) => modelParts(model).some((part) => part.model.attention.kind === "mla"),
  moe: hasExperts,
  moe_act: hasExperts,
  shared_experts: (model) =>
    modelParts(model).some(({ model: { mlp } }) => mlp.kind === "moe" && mlp.shared > 0),
};

const NO_EXPERTS = "the model has no experts";
const ADD_EXPERTS = "take a model with experts";

/** Each is held to changing nothing where it is idle, and what is not here to changing something: test/engine/refusals/idleFields.test.ts. */
export const idleFields: readonly IdleField[] = [
  {
    fields: ["plan.sequence_parallel", "plan.tp"],
    idle: ({ plan }) => plan.sequenceParallel && plan.tp === 1,
    why: "it shards over tp, and tp = 1",
    instead: "set `tp` above 1",
  },
  {
    fields: ["plan.cp_type", "plan.cp"],
    idle: ({ plan }) => plan.cp === 1,
    why: "no sequence is shared out, with cp = 1",
    instead: "set `cp` above 1",
  },
  {
    fields: ["plan.cp_order", "plan.cp", "plan.cp_type"],
    idle: ({ plan }) => plan.cp === headRanks(plan),
    why: "no rank attends with a piece of a sequence alone",
    instead: "set `cp` above 1, and a `cp_type` other than `ulysses`",
  },
  {
    fields: ["plan.dispatch", "plan.ep", "model.mlp"],
    idle: ({ plan }) => plan.ep === 1,
    why: "tokens travel to no other device, with ep = 1",
    instead: "set `ep` above 1",
  },
  ...(["plan.balance", "plan.capacity", "plan.finetune.experts", "plan.finetune.expert_rank"] as const).map(
    (field): IdleField => ({
      fields: [field, "model.mlp"],
      idle: ({ model }) => !hasExperts(model),
      why: NO_EXPERTS,
      instead: ADD_EXPERTS,
    }),
  ),
  {
    fields: ["plan.finetune.expert_rank", "plan.finetune.experts"],
    idle: ({ model, plan }) => hasExperts(model) && plan.lora?.experts === "none",
    why: "no adapters are beside experts",
    instead: "set `experts = each`",
  },
  {
    fields: ["plan.finetune.double_quantisation", "plan.finetune.weights"],
    idle: ({ plan }) => plan.lora !== null && (plan.lora.weightBytes ?? 1) >= 1,
    why: "only weights of 4 bits have scales to quantise",
    instead: "set `weights = nf4`",
  },
  {
    fields: ["plan.dp_shard", "plan.zero"],
    idle: ({ plan }) => plan.zero === 0,
    why: "no state is sharded, with zero = 0",
    instead: "set `zero` above 0",
  },
  {
    fields: ["plan.gradient_scatter", "plan.zero"],
    idle: ({ plan }) => plan.zero < 2,
    why: "gradients are whole on every rank below zero = 2",
    instead: "set `zero` to 2 or 3",
  },
  ...(["plan.reshard_after", "plan.prefetch"] as const).map(
    (field): IdleField => ({
      fields: [field, "plan.zero"],
      idle: ({ plan }) => plan.zero < 3,
      why: "no layer's weights are gathered below zero = 3",
      instead: "set `zero = 3`",
    }),
  ),
  {
    fields: ["plan.delayed_update", "plan.offload_optimizer"],
    idle: ({ plan }) => plan.stateOffload.delayed && plan.stateOffload.optimizer === "none",
    why: "no update runs on hosts",
    instead: "set `offload_optimizer = host`",
  },
  {
    fields: ["plan.split", "plan.pp"],
    idle: ({ plan }) => plan.pp === 1,
    why: "all layers are on one stage, with pp = 1",
    instead: "set `pp` above 1",
  },
  {
    fields: ["plan.micro_batch_group", "plan.schedule"],
    idle: ({ plan }) => plan.schedule !== "interleaved_1f1b" && plan.gradientScatter !== "group",
    why: "only interleaved 1F1B takes micro-batches through a chunk in groups",
    instead: "set `schedule = interleaved_1f1b`",
  },
  {
    fields: ["plan.encoder_seq_len", "model.encoder"],
    idle: ({ model }) => model.encoder === null,
    why: "the model has no encoder",
    instead: "take a model with an encoder",
  },
  {
    fields: ["plan.encoder_stages", "model.encoder", "plan.pp"],
    idle: ({ model, plan }) => model.encoder === null || plan.pp === 1,
    why: "it shares out stages between an encoder and a decoder, and there are none to share out",
    instead: "take a model with an encoder, and `pp` above 1",
  },
  {
    fields: ["plan.recompute", "model.mlp", "model.attention"],
    idle: ({ model, plan: { recompute } }) =>
      recompute.modules.length > 0 &&
      recompute.modules.every((module) => Object.hasOwn(held, module) && !held[module]?.(model)),
    why: "the model has none of these modules",
    instead: "name modules that it has",
  },
  {
    fields: ["plan.recompute.layers", "plan.pp", "plan.vpp", "model.layers"],
    idle: ({ model, plan }) => {
      const { layers } = plan.recompute;
      if (layers === undefined) return false;
      return stageLayouts(model, plan)?.every(({ chunks }) => Math.max(...chunks) <= layers) ?? false;
    },
    why: "no stage has more layers than that, nor a virtual one: all are recomputed",
    instead: "name fewer",
  },
  {
    fields: ["plan.recompute.unit", "plan.recompute.layers", "plan.pp", "plan.vpp", "model.layers"],
    idle: ({ model, plan }) => {
      const { unit, layers = Number.POSITIVE_INFINITY } = plan.recompute;
      if (unit === undefined) return false;
      return stageLayouts(model, plan)?.every(({ chunks }) => Math.min(layers, ...chunks) <= 1) ?? false;
    },
    why: "no stage has two layers that are recomputed, nor a virtual one",
    instead: "remove it",
  },
  {
    fields: ["plan.serve.experts", "model.mlp"],
    idle: ({ model }) => !hasExperts(model),
    why: NO_EXPERTS,
    instead: ADD_EXPERTS,
  },
  {
    fields: ["model.attention.sliding_window_pattern", "model.attention.sliding_window"],
    idle: ({ model: { attention } }) =>
      attention.kind !== "mla" && attention.slidingWindow === null && attention.slidingWindowPattern !== null,
    why: "it says which layers have the window, and there is none",
    instead: "set `sliding_window`",
  },
];
