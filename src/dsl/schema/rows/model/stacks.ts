import { count, namesOf, truth } from "../../notation/accepts.ts";
import type { FieldRow, RecordRow } from "../../notation/row.ts";
import { attentionTags } from "./attention.ts";
import { mlpTags } from "./mlp.ts";
import { blockOperatorsField } from "./operators.ts";
import { recurrentTags } from "./recurrent.ts";

/**
 * Makes a field of a part of a model, such as the attention of a block. With its default `same`, the model's own
 * setting applies.
 */
function asModel(field: string, doc: string, accepted: readonly string[], none?: string): FieldRow {
  const words = [{ word: "same", doc: "as the model's own" }];
  if (none !== undefined) words.push({ word: "none", doc: none });
  return { name: field, doc, accepts: { tags: accepted, words }, default: "same", example: "same" };
}

/**
 * Schema of the tags for parts that a model may have in addition to its plain layers: blocks, an encoder, image inputs.
 */
export const stackTags: readonly RecordRow[] = [
  {
    name: "block",
    doc: "A block of consecutive, identical layers.",
    fields: [
      {
        name: "layers",
        doc: "Number of layers in the block.",
        accepts: count(),
        default: "1",
        range: [1, 10_000],
        example: "3",
      },
      asModel("attention", "Attention of the block's layers.", namesOf(attentionTags), "none"),
      asModel("mlp", "Feed-forward of the block's layers.", namesOf(mlpTags), "none"),
      {
        name: "recurrent",
        doc: "Recurrence of the block's layers, in place of attention.",
        accepts: {
          tags: namesOf(recurrentTags),
          words: [{ word: "none", doc: "none: they have attention" }],
        },
        default: "none",
        example: "mamba2(heads = 128, groups = 8)",
      },
      blockOperatorsField,
    ],
  },
  {
    name: "encoder",
    doc: "An encoder: a stack of layers in which every token attends to all others. Each decoder layer also attends to its output (arXiv:1706.03762, section 3.1).",
    fields: [
      {
        name: "layers",
        doc: "Layers of the encoder.",
        accepts: count(),
        range: [1, 10_000],
        example: "24",
      },
      asModel("attention", "Attention of the encoder's layers.", namesOf(attentionTags)),
      asModel("mlp", "Feed-forward of the encoder's layers.", namesOf(mlpTags)),
    ],
    positional: "layers",
  },
  {
    name: "adaln",
    doc: "Adaptive norms of a diffusion transformer: shift, scale and gate of every layer come from the timestep and a class or a text (arXiv:2212.09748, section 3.2).",
    fields: [
      {
        name: "outputs",
        doc: "Channels predicted for each element of a latent image: noise, and its variance if learned.",
        accepts: count(),
        default: "8",
        range: [1, null],
        source: "arXiv:2212.09748, section 3.2: 2C, with C = 4",
        example: "8",
      },
      {
        name: "shared",
        doc: "Whether all layers share one matrix of modulations and add a table of their own (adaLN-single: arXiv:2310.00426, section 2.3).",
        accepts: truth,
        default: "false",
        example: "true",
      },
      {
        name: "text_width",
        doc: "Width of the features of a frozen text encoder, which every layer attends to; `none` embeds a class.",
        accepts: { ...count(), words: [{ word: "none", doc: "a class of `vocab` is embedded" }] },
        default: "none",
        range: [1, null],
        example: "4_096",
      },
      {
        name: "text_tokens",
        doc: "Tokens of a text.",
        accepts: count("token"),
        default: "120",
        range: [1, null],
        source: "arXiv:2310.00426, section 3.1",
        example: "120",
      },
    ],
  },
  {
    name: "vision",
    doc: "A vision encoder and a projector that makes its patches tokens of the language model (arXiv:2304.08485, section 4.1).",
    fields: [
      {
        name: "encoder",
        doc: "The encoder: a model with `input = patches(..)`. Its classification head is left out.",
        accepts: { definition: "model" },
        example: "clip_vit_l_14_336",
      },
      {
        name: "images",
        doc: "Images of a sequence, on average. Their tokens count in `seq_len`.",
        accepts: { numbers: ["1"] },
        default: "1",
        range: [0, 10_000],
        example: "2",
      },
      {
        name: "merge",
        doc: "Neighbouring patches that the projector joins to one token: 4 for 2 by 2.",
        accepts: count(),
        default: "1",
        range: [1, 1_024],
        source: "arXiv:2409.12191, section 2.1",
        example: "4",
      },
      {
        name: "projector",
        doc: "Width of the projector's hidden layer.",
        accepts: { ...count(), words: [{ word: "linear", doc: "no hidden layer: one matrix" }] },
        default: "linear",
        source: "arXiv:2310.03744, section 3.3",
        range: [1, null],
        example: "4_096",
      },
    ],
    positional: "encoder",
  },
  {
    name: "patches",
    doc: "Images split into square patches, each projected to one token (arXiv:2010.11929, section 3.1). One head predicts the image's class.",
    fields: [
      {
        name: "image",
        doc: "Side of an image in pixels.",
        accepts: count(),
        default: "224",
        range: [1, null],
        source: "arXiv:2010.11929, section 4.1",
        example: "224",
      },
      {
        name: "patch",
        doc: "Side of a patch in pixels; it divides the image's.",
        accepts: count(),
        range: [1, null],
        example: "14",
      },
      {
        name: "channels",
        doc: "Channels: numbers per pixel.",
        accepts: count(),
        default: "3",
        range: [1, null],
        example: "3",
      },
      {
        name: "extra",
        doc: "Learned tokens in addition to the patches: class token, registers. 0 if the head pools all tokens.",
        accepts: count("token"),
        default: "1",
        range: [0, null],
        source: "arXiv:2010.11929, eq. 1",
        example: "1",
      },
    ],
  },
];
