import { count, truth, wordList, words } from "../../notation/accepts.ts";
import type { Accepts, FieldRow, RecordRow } from "../../notation/row.ts";

/** Words for the parts of a layer that can be recomputed separately, with their meanings. */
export const moduleWords: readonly (readonly [word: string, doc: string])[] = [
  ["attention", "the attention core: scores, softmax, dropout and context"],
  ["norms", "the normalisations"],
  ["mlp", "the feed-forward"],
  ["mla_up", "the up-projections of latent attention"],
  ["moe_act", "the activation function of the experts"],
  ["shared_experts", "the shared experts"],
  ["moe", "the whole mixture of experts, with its all-to-alls"],
  [
    "ops",
    "everything except the attention kernel, every second 16-bit matmul, and the results of reduce-scatters and expert all-to-alls: torchtitan's per-operator policy",
  ],
];

export const selectiveTag: RecordRow = {
  name: "selective",
  doc: "Recompute some modules of each layer (arXiv:2205.05198).",
  fields: [
    {
      name: "modules",
      doc: "The modules that are recomputed.",
      accepts: {
        list: words(moduleWords),
      },
      default: "[attention]",
      example: "[attention, norms]",
      source: "ops: pytorch/torchtitan, distributed/activation_checkpoint.py: selective_ac_option = op",
    },
  ],
  positional: "modules",
};

export const fullTag: RecordRow = {
  name: "full",
  doc: "Save only the input of each layer and recompute the rest.",
  fields: [
    {
      name: "layers",
      doc: "How many layers of each stage (or virtual stage) are recomputed, from its first on. The others save everything.",
      accepts: { ...count(), words: wordList([["all", "every layer"]]) },
      default: "all",
      range: [0, 1e6],
      example: "21",
    },
    {
      name: "unit",
      doc: "Layers recomputed together: only the input of the first is saved. Each stage or virtual stage starts a new unit.",
      accepts: count(),
      default: "1",
      range: [1, 1e6],
      example: "2",
      source: "NVIDIA/Megatron-LM, transformer_block.py: recompute_method uniform",
    },
    {
      name: "distribute",
      doc: "Whether tensor-parallel ranks shard the saved inputs, and gather them before they recompute. Sequence parallelism shards them already.",
      accepts: truth,
      default: "false",
      example: "true",
      source:
        "arXiv:1910.02054, section 6.1; NVIDIA/Megatron-LM, megatron/core/tensor_parallel/random.py: distribute_saved_activations",
    },
  ],
  positional: "layers",
};

export const recomputeAccepts: Accepts = {
  tags: ["selective", "full"],
  words: wordList([["none", "all activations are saved"]]),
};

export const recomputeField: FieldRow = {
  name: "recompute",
  doc: "Activation checkpointing: which activations are recomputed in the backward pass instead of saved.",
  accepts: recomputeAccepts,
  default: "framework.recompute",
  example: "selective(attention)",
};
