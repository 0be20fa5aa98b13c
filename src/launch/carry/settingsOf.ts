import type { Attention, AttentionKind } from "../../engine/scenario/attention.ts";
import { byForm } from "../../engine/scenario/attentionKinds.ts";
import type { Checkpoint } from "../../engine/scenario/checkpoint.ts";
import type { Documents } from "../../engine/scenario/data.ts";
import type { DenseMlp } from "../../engine/scenario/mlp.ts";
import type { Model } from "../../engine/scenario/model.ts";
import type { StatePlace } from "../../engine/scenario/offload.ts";
import type { Plan } from "../../engine/scenario/plan.ts";
import type { Precision } from "../../engine/scenario/precision.ts";
import type { Scenario } from "../../engine/scenario/scenario.ts";
import { splitText } from "../../engine/scenario/split.ts";
import type { Setting, Settings } from "./settings.ts";

/**
 * Settings of a scenario's model and plan, by the language's paths. Fields of the plan that only concern the
 * estimate are left out (`plan.serve`, the framework's constants), and so are fields of the model that no
 * framework has arguments for.
 */
export function settingsOf({ model, plan }: Scenario): Settings {
  return { ...modelSettings(model), ...planSettings(plan) };
}

/** Fields of plans and models that only concern the estimate and never reach a training run. */
export const ESTIMATE_ONLY: readonly string[] = [
  "serve",
  "rl",
  "time",
  "memory",
  "framework",
  "target_loss",
  "scaling_law",
  "critical_batch",
  "tuned",
  "elastic",
  "simulate",
  "place",
].map((field) => `plan.${field}`);

function modelSettings(model: Model): Settings {
  const { attention, mlp } = model;
  return {
    "model.layers": model.layers,
    "model.d_model": model.dModel,
    ...attentionSettings(attention),
    ...(mlp.kind === "moe"
      ? {
          ...under("model.mlp", "moe", {
            experts: mlp.experts,
            shared: mlp.shared,
            top_k: mlp.topK,
            shared_d_ff: mlp.sharedDff,
            groups: mlp.groups,
            top_groups: mlp.topGroups,
            dense_layers: mlp.denseLayers,
            every: mlp.every,
          }),
          ...dense("model.mlp.expert", mlp.expert),
          ...(mlp.dense === null ? {} : dense("model.mlp.dense", mlp.dense)),
        }
      : dense("model.mlp", mlp)),
    "model.recurrent": model.recurrent?.kind ?? null,
    "model.vocab": model.vocab,
    "model.tied_embeddings": model.tiedEmbeddings,
    "model.positions": model.positions,
    "model.norm": model.norm,
    "model.block": model.block,
    "model.norms_per_layer": model.normsPerLayer,
    "model.bias": model.bias,
    "model.dropout": model.dropout,
    "model.max_seq_len": model.maxSeqLen,
    "model.mtp": model.mtp,
    ...(model.vision === null ? {} : { "model.vision": model.vision.encoder.name }),
  };
}

/** Tag that stands for each kind of attention in launch files. */
const ATTENTION_TAGS: Readonly<Record<AttentionKind, string>> = {
  mha: "mha",
  gqa: "gqa",
  mqa: "gqa",
  mla: "mla",
};

function attentionSettings(attention: Attention): Settings {
  return under("model.attention", ATTENTION_TAGS[attention.kind], {
    heads: attention.heads,
    d_head: attention.dHead,
    ...byForm<Settings>(attention, {
      latent: ({ qRank, kvRank, dRope, dV }) => ({
        q_rank: qRank,
        kv_rank: kvRank,
        d_rope: dRope,
        d_v: dV,
      }),
      heads: ({ kind, kvHeads, qkvBias, qkNorm, slidingWindow, slidingWindowPattern }) => ({
        ...(kind === "mha" ? {} : { kv_heads: kvHeads }),
        qkv_bias: qkvBias,
        qk_norm: qkNorm,
        sliding_window: slidingWindow,
        sliding_window_pattern: slidingWindowPattern,
      }),
    }),
  });
}

function dense(path: string, mlp: DenseMlp): Settings {
  return under(path, mlp.kind, { d_ff: mlp.dFf, ...(mlp.clamped ? { clamped: true } : {}) });
}

function planSettings(plan: Plan): Settings {
  return {
    "plan.tp": plan.tp,
    "plan.cp": plan.cp,
    ...(plan.cpHeads > 1
      ? under("plan.cp_type", "hybrid", { ulysses: plan.cpHeads })
      : { "plan.cp_type": plan.cpType }),
    "plan.cp_order": plan.cpOrder,
    "plan.pp": plan.pp,
    "plan.dp": plan.dp,
    "plan.rank_order": plan.rankOrder.join("_"),
    "plan.ep": plan.ep,
    "plan.etp": plan.etp,
    "plan.dispatch": plan.dispatch,
    "plan.balance": plan.balance.kind,
    ...(plan.capacity
      ? under("plan.capacity", "limited", { factor: plan.capacity.factor, pad: plan.capacity.pad })
      : { "plan.capacity": "dropless" }),
    "plan.vpp": plan.vpp,
    "plan.zero": plan.zero,
    "plan.dp_shard": plan.dpShard === plan.dp ? "all" : plan.dpShard,
    "plan.sync": plan.sync.kind,
    "plan.compression": plan.compression?.kind ?? null,
    "plan.reshard_after": plan.reshardAfter,
    "plan.gradient_scatter": plan.gradientScatter,
    "plan.prefetch": plan.prefetch,
    "plan.sequence_parallel": plan.sequenceParallel,
    "plan.schedule": plan.schedule,
    "plan.micro_batch_group": plan.microBatchGroup,
    "plan.split": splitText(plan.split),
    "plan.seq_len": plan.seqLen,
    ...documentSettings(plan.documents),
    "plan.encoder_seq_len": plan.encoderSeqLen,
    "plan.encoder_stages": plan.encoderStages ?? "proportional",
    "plan.micro_batch": plan.microBatch,
    "plan.global_batch": plan.globalBatch,
    "plan.num_micro_batches": plan.numMicroBatches,
    ...precisionSettings(plan.precision),
    "plan.optimizer": plan.optimizer,
    ...(plan.recompute.kind === "selective"
      ? under("plan.recompute", "selective", { modules: plan.recompute.modules })
      : {
          "plan.recompute": plan.recompute.kind === "full" ? "full" : null,
        }),
    "plan.strategies": plan.recompute.groups === undefined ? null : "by_layers",
    ...(plan.recompute.layers === undefined ? {} : { "plan.recompute.layers": plan.recompute.layers }),
    ...(plan.recompute.unit === undefined ? {} : { "plan.recompute.unit": plan.recompute.unit }),
    ...(plan.recompute.distribute && plan.tp > 1 ? { "plan.recompute.distribute": true } : {}),
    "plan.flash_attention": plan.flashAttention,
    "plan.overlap": overlapped(plan),
    "plan.offload": plan.offload === "none" ? null : plan.offload,
    ...(plan.offloadLayers === null ? {} : { "plan.offload.layers": plan.offloadLayers }),
    "plan.offload_optimizer": place(plan.stateOffload.optimizer),
    "plan.offload_weights": place(plan.stateOffload.weights),
    "plan.delayed_update": plan.stateOffload.delayed,
    "plan.finetune": plan.lora === null ? null : "lora",
    "plan.sparsity": plan.sparsity === null ? null : "two_four",
    "plan.frozen": plan.frozen.length === 0 ? null : [...plan.frozen],
    "plan.tokens": plan.tokens,
    "plan.data": plan.data === null ? null : "dataset",
    ...checkpointSettings(plan.checkpoint),
  };
}

/** Kinds of communication that the plan overlaps, without those of parallel degrees of 1. */
function overlapped(plan: Plan): readonly string[] {
  const alone: ReadonlySet<string> = new Set(
    (["tp", "pp", "ep"] as const).filter((each) => plan[each] === 1),
  );
  return Object.entries(plan.overlap).flatMap(([name, on]) =>
    on && !alone.has(name) ? [name === "sharedExperts" ? "shared_experts" : name] : [],
  );
}

function documentSettings(documents: Documents | null): Settings {
  if (documents === null) return { "plan.documents": null };
  if (!("lengths" in documents))
    return under("plan.documents", "packed", {
      mean: documents.meanTokens,
      variation: documents.variation,
    });
  const { lengths, shares } = documents;
  return under("plan.documents", "lengths", { lengths: lengths.map(String), shares: shares.map(String) });
}

function checkpointSettings(checkpoint: Checkpoint | null): Settings {
  if (checkpoint === null) return { "plan.checkpoint": null };
  const { to, interval, async } = checkpoint;
  return to === "memory"
    ? under("plan.checkpoint", "in_memory", { interval })
    : under("plan.checkpoint", "sharded", { interval, overlap: async ? "async" : "none" });
}

function place(kept: StatePlace): Setting {
  return kept === "none" ? null : kept;
}

function precisionSettings(precision: Precision): Settings {
  const half = precision.name === "fp16" ? "fp16" : "bf16";
  const word = (bytes: number): Setting =>
    ({ 0: "none", 1: "fp8", 2: half, 4: "fp32" })[bytes] ?? `${bytes} bytes`;
  return under("plan.precision", precision.name, {
    gradients: word(precision.gradientBytes),
    gradient_reduce: word(precision.reduceBytes),
    master: word(precision.masterBytes),
    moments: word(precision.momentBytes),
    ...(precision.name === "fp8" ? { scaling: precision.scaling } : {}),
    // A 16-bit attention has the format of the matmuls, so only fp8 needs a word.
    ...(precision.attention === "fp8" ? { attention: "fp8" } : {}),
    ...(precision.head === "fp8" ? { head: "fp8" } : {}),
    ...(precision.bf16Layers > 0 ? { bf16_layers: precision.bf16Layers } : {}),
  });
}

function under(path: string, tag: string, fields: Settings): Settings {
  const below = Object.entries(fields).map(([name, value]) => [`${path}.${name}`, value] as const);
  return { [path]: tag, ...Object.fromEntries(below) };
}
