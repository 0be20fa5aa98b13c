import { count, wordList, words } from "../../accepts.ts";
import type { Accepts, FieldRow, RecordRow } from "../../row.ts";

/** Parts of a layer that can be recomputed by themselves. */
export const moduleWords: readonly (readonly [word: string, doc: string])[] = [
  ["attention", "the attention core: scores, softmax, dropout and context"],
  ["norms", "the normalisations"],
  ["mlp", "the feed-forward"],
  ["mla_up", "the up-projections of latent attention"],
  ["moe_act", "the activation function of the experts"],
  ["shared_experts", "the shared experts"],
  ["moe", "the whole mixture of experts, with its exchange of tokens"],
  [
    "ops",
    "everything but attention's kernel, every other matmul in 16 bits and what reduce-scatters and exchanges of tokens give: torchtitan's policy by operator",
  ],
];

export const selectiveTag: RecordRow = {
  name: "selective",
  doc: "Recompute some modules of each layer (arXiv:2205.05198).",
  fields: [
    {
      name: "modules",
      doc: "What is recomputed.",
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
  doc: "Keep only the input of each layer and recompute the rest.",
  fields: [
    {
      name: "layers",
      doc: "Layers of each stage, of each virtual one where it has several, that are recomputed: its first; the others keep everything.",
      accepts: { ...count(), words: wordList([["all", "every layer"]]) },
      default: "all",
      range: [0, 1e6],
      example: "21",
    },
    {
      name: "unit",
      doc: "Layers that are recomputed together: of so many in a row only the first one's input is kept. Units begin anew with each stage, and each virtual one.",
      accepts: count(),
      default: "1",
      range: [1, 1e6],
      example: "2",
      source: "NVIDIA/Megatron-LM, transformer_block.py: recompute_method uniform",
    },
  ],
  positional: "layers",
};

export const recomputeAccepts: Accepts = {
  tags: ["selective", "full"],
  words: wordList([["none", "everything is kept"]]),
};

export const recomputeField: FieldRow = {
  name: "recompute",
  doc: "Activations that are computed a second time in backward instead of kept.",
  accepts: recomputeAccepts,
  default: "framework.recompute",
  example: "selective(attention)",
};
