import type { IdleField } from "../core/idleField.ts";
import { attentionKinds, optionsOf, traitsOfAttention } from "../scenario/attentionKinds.ts";
import type { Model } from "../scenario/model.ts";
import { traitsOf } from "../schedules/traits.ts";
import { headRanks } from "../trainingStep/inputs/headRanks.ts";
import { groupDegrees } from "../trainingStep/model/groupDegrees.ts";
import { stageLayouts } from "../trainingStep/model/layout.ts";
import { modelParts } from "../trainingStep/model/modelParts.ts";

const hasExperts = (model: Model): boolean => modelParts(model).some((part) => part.model.mlp.kind === "moe");

/** Modules of one kind of attention, each with a predicate for models that have it. */
const ofAttention = Object.fromEntries(
  Object.values(attentionKinds)
    .flatMap(({ modules }) => modules)
    .map((module) => [
      module,
      (model: Model) =>
        modelParts(model).some((part) => traitsOfAttention(part.model.attention).modules.includes(module)),
    ]),
);

/** Modules that recomputation names, with a predicate for models that have them. */
const held: Readonly<Record<string, (model: Model) => boolean>> = {
  ...ofAttention,
  moe: hasExperts,
  moe_act: hasExperts,
  shared_experts: (model) =>
    modelParts(model).some(({ model: { mlp } }) => mlp.kind === "moe" && mlp.shared > 0),
};

const NO_EXPERTS = "the model has no experts";
const ADD_EXPERTS = "take a model with experts";

/**
 * Fields that have no effect in some scenarios. test/engine/refusals/idleFields.test.ts checks that each
 * changes nothing where it is idle, and that all other fields change something.
 */
export const idleFields: readonly IdleField[] = [
  {
    fields: ["plan.sequence_parallel", "plan.tp"],
    idle: ({ plan }) => plan.sequenceParallel && plan.tp === 1 && groupDegrees(plan).length === 0,
    why: "it shards over tp, and tp = 1",
    instead: "set `tp` above 1",
  },
  {
    fields: ["plan.cp_type", "plan.cp"],
    idle: ({ plan }) => plan.cp === 1,
    why: "with cp = 1 no sequence is sharded",
    instead: "set `cp` above 1",
  },
  {
    fields: ["plan.cp_order", "plan.cp", "plan.cp_type"],
    idle: ({ plan }) => plan.cp === headRanks(plan),
    why: "no rank works on only a piece of a sequence",
    instead: "set `cp` above 1, and a `cp_type` other than `ulysses`",
  },
  {
    fields: ["plan.dispatch", "plan.ep", "model.mlp"],
    idle: ({ plan }) => plan.ep === 1,
    why: "with ep = 1 no token is sent to another device",
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
    why: "there are no adapters on experts",
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
    why: "with zero = 0 no state is sharded",
    instead: "set `zero` above 0",
  },
  {
    fields: ["plan.gradient_scatter", "plan.zero"],
    idle: ({ plan }) => plan.zero < 2,
    why: "below zero = 2 every rank holds all gradients",
    instead: "set `zero` to 2 or 3",
  },
  ...(["plan.reshard_after", "plan.prefetch"] as const).map(
    (field): IdleField => ({
      fields: [field, "plan.zero"],
      idle: ({ plan }) => plan.zero < 3,
      why: "below zero = 3 no weights are gathered",
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
    why: "with pp = 1 all layers are on one stage",
    instead: "set `pp` above 1",
  },
  {
    fields: ["plan.place", "cluster.pools"],
    idle: ({ cluster }) => cluster.pools === null,
    why: "all devices of the cluster are alike",
    instead: "give the cluster `pools`",
  },
  {
    fields: ["cluster.pool_link", "cluster.pools"],
    idle: ({ cluster }) => cluster.pools === null,
    why: "all devices of the cluster are alike",
    instead: "give the cluster `pools`",
  },
  {
    fields: ["plan.micro_batch_group", "plan.schedule"],
    idle: ({ plan }) => !traitsOf(plan.schedule).grouped && plan.gradientScatter !== "group",
    why: "only interleaved 1F1B runs micro-batches through a chunk in groups",
    instead: "set `schedule = interleaved_1f1b`",
  },
  {
    fields: ["plan.encoder_seq_len", "model.encoder"],
    idle: ({ model }) => model.encoder === null,
    why: "the model has no encoder",
    instead: "take a model with an encoder",
  },
  {
    fields: ["plan.frozen", "model.vision"],
    idle: ({ model }) => model.vision === null,
    why: "the model has no vision encoder",
    instead: "give the model `vision`, or use `finetune = lora(..)`",
  },
  {
    fields: ["plan.encoder_stages", "model.encoder", "plan.pp"],
    idle: ({ model, plan }) => (model.encoder === null && model.vision === null) || plan.pp === 1,
    why: "it divides stages between an encoder and a decoder, and there is only one stage or no encoder",
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
    why: "no stage or virtual stage has more layers than that: all of them are recomputed",
    instead: "choose fewer layers",
  },
  {
    fields: ["plan.recompute.unit", "plan.recompute.layers", "plan.pp", "plan.vpp", "model.layers"],
    idle: ({ model, plan }) => {
      const { unit, layers = Number.POSITIVE_INFINITY } = plan.recompute;
      if (unit === undefined) return false;
      return stageLayouts(model, plan)?.every(({ chunks }) => Math.min(layers, ...chunks) <= 1) ?? false;
    },
    why: "no stage or virtual stage recomputes two or more layers",
    instead: "remove it",
  },
  {
    fields: ["plan.recompute.distribute", "plan.tp"],
    idle: ({ plan: { recompute, tp } }) => tp === 1 && recompute.distribute === true,
    why: "there are no other tensor-parallel ranks",
    instead: "remove it, or set `tp` above 1",
  },
  {
    fields: ["plan.serve.experts", "model.mlp"],
    idle: ({ model }) => !hasExperts(model),
    why: NO_EXPERTS,
    instead: ADD_EXPERTS,
  },
  {
    fields: ["model.attention.sliding_window_pattern", "model.attention.sliding_window"],
    idle: ({ model: { attention } }) => {
      const { slidingWindow, slidingWindowPattern } = optionsOf(attention);
      return slidingWindow === null && slidingWindowPattern !== null;
    },
    why: "it selects the layers with a sliding window, and there is none",
    instead: "set `sliding_window`",
  },
];
