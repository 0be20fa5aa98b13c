import type { Setting } from "../carry/settings.ts";

/** Correspondence between an argument of Megatron Core and an attribute of Megatron Bridge's configuration. */
export interface Key {
  readonly flag: string;
  readonly key: string;
  /** `switch` and `not`: True or False where the flag is given. `code`: an expression of Python. */
  readonly kind: "value" | "switch" | "not" | "code";
  /** Expressions of Python by the flag's values, for a `code` whose text differs from the flag's. */
  readonly code?: Readonly<Record<string, string>>;
}

const keysOf = (kind: Key["kind"], where: string, pairs: Readonly<Record<string, string>>): readonly Key[] =>
  Object.entries(pairs).map(([flag, name]) => ({ flag: `--${flag}`, key: `${where}.${name}`, kind }));

/** Attributes that have the names of their flags: `--num-layers` is `model.num_layers`. */
const alike = (kind: Key["kind"], where: string, flags: readonly string[]): readonly Key[] =>
  keysOf(kind, where, Object.fromEntries(flags.map((flag) => [flag, flag.replaceAll("-", "_")])));

const DTYPES = { fp32: "torch.float32", bf16: "torch.bfloat16", fp16: "torch.float16", fp8: "torch.uint8" };

const dtypes = (flags: readonly string[]): readonly Key[] =>
  alike("code", "optimizer", flags).map((one) => ({ ...one, code: DTYPES }));

/** Attributes of Megatron Bridge's configuration (v0.6.0) that a plan and its model are written in. */
export const keys: readonly Key[] = [
  ...alike("value", "model", [
    ...["num-layers", "hidden-size", "vocab-size", "position-embedding-type", "normalization"],
    ...["attention-dropout", "hidden-dropout", "mtp-num-layers", "num-attention-heads", "num-query-groups"],
    ...["kv-channels", "window-attn-skip-freq", "q-lora-rank", "kv-lora-rank", "qk-head-dim"],
    ...["qk-pos-emb-head-dim", "v-head-dim", "ffn-hidden-size", "moe-router-topk", "moe-ffn-hidden-size"],
    ...["moe-shared-expert-intermediate-size", "moe-router-num-groups", "moe-router-group-topk"],
    ...["tensor-model-parallel-size", "pipeline-model-parallel-size", "pipeline-model-parallel-layout"],
    ...["context-parallel-size", "cp-comm-type", "hierarchical-context-parallel-sizes"],
    ...["expert-model-parallel-size", "expert-tensor-parallel-size", "moe-token-dispatcher-type"],
    ...["moe-expert-capacity-factor", "recompute-granularity", "recompute-method", "recompute-num-layers"],
    ...["recompute-modules"],
  ]),
  ...keysOf("value", "model", {
    "num-experts": "num_moe_experts",
    "num-virtual-stages-per-pipeline-rank": "virtual_pipeline_model_parallel_size",
    "microbatch-group-size-per-virtual-pipeline-stage": "microbatch_group_size_per_vp_stage",
    "decoder-first-pipeline-num-layers": "num_layers_in_first_pipeline_stage",
    "decoder-last-pipeline-num-layers": "num_layers_in_last_pipeline_stage",
  }),
  ...alike("switch", "model", [
    ...["add-qkv-bias", "qk-layernorm", "multi-latent-attention", "sequence-parallel"],
    ...["account-for-embedding-in-pipeline-split", "account-for-loss-in-pipeline-split"],
    ...["moe-pad-expert-input-to-capacity", "moe-shared-expert-overlap"],
  ]),
  ...keysOf("switch", "model", { swiglu: "gated_linear_unit" }),
  ...keysOf("not", "model", {
    "disable-bias-linear": "add_bias_linear",
    "untie-embeddings-and-output-weights": "share_embeddings_and_output_weights",
  }),
  ...alike("code", "model", ["window-size", "moe-layer-freq"]),
  {
    flag: "--attention-backend",
    key: "model.attention_backend",
    kind: "code",
    code: { auto: "AttnBackend.auto", unfused: "AttnBackend.unfused", local: "AttnBackend.local" },
  },
  ...alike("value", "train", ["micro-batch-size", "global-batch-size"]),
  ...keysOf("value", "dataset", { "seq-length": "seq_length" }),
  ...alike("switch", "dataset", ["reset-position-ids", "reset-attention-mask", "eod-mask-loss"]),
  ...alike("switch", "ddp", ["use-distributed-optimizer", "use-megatron-fsdp"]),
  ...alike("value", "ddp", ["data-parallel-sharding-strategy", "num-distributed-optimizer-instances"]),
  ...alike("switch", "dist", ["use-tp-pp-dp-mapping"]),
  ...alike("switch", "comm_overlap", [
    ...["overlap-grad-reduce", "overlap-param-gather", "tp-comm-overlap", "overlap-moe-expert-parallel-comm"],
  ]),
  ...keysOf("not", "comm_overlap", { "no-overlap-p2p-communication": "overlap_p2p_comm" }),
  ...alike("switch", "mixed_precision", ["bf16", "fp16", "first-last-layers-bf16"]),
  ...alike("value", "mixed_precision", ["num-layers-at-start-in-bf16", "num-layers-at-end-in-bf16"]),
  ...keysOf("value", "mixed_precision", {
    "fp8-format": "fp8",
    "fp8-recipe": "fp8_recipe",
    "fp4-format": "fp4",
    "fp4-recipe": "fp4_recipe",
  }),
  ...keysOf("not", "mixed_precision", { "grad-reduce-in-bf16": "grad_reduce_in_fp32" }),
  ...alike("value", "optimizer", ["optimizer", "sgd-momentum"]),
  ...alike("switch", "optimizer", ["use-precision-aware-optimizer", "optimizer-cpu-offload"]),
  ...dtypes(["main-grads-dtype", "main-params-dtype", "exp-avg-dtype", "exp-avg-sq-dtype"]),
  ...alike("value", "checkpoint", ["save-interval", "ckpt-format"]),
  ...alike("switch", "checkpoint", ["async-save"]),
];

/** Value of an attribute where its flag is absent, so that no default of a recipe stays: `None` is null. */
export const offValue = ({ kind, key }: Key): Setting =>
  kind === "switch" ? false : kind === "not" ? (key === "comm_overlap.overlap_p2p_comm" ? null : true) : null;
