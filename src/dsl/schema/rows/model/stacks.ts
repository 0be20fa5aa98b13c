import { count, namesOf } from "../../accepts.ts";
import type { FieldRow, RecordRow } from "../../row.ts";
import { attentionTags } from "./attention.ts";
import { mlpTags } from "./mlp.ts";
import { recurrentTags } from "./recurrent.ts";

/** A field of a part of a model, with a word for what the model itself says. */
function asModel(field: string, doc: string, accepted: readonly string[], none?: string): FieldRow {
  const words = [{ word: "same", doc: "as the model's own" }];
  if (none !== undefined) words.push({ word: "none", doc: none });
  return { name: field, doc, accepts: { tags: accepted, words }, default: "same", example: "same" };
}

/** Layers, stacks and inputs that a model may have beside its plain layers. */
export const stackTags: readonly RecordRow[] = [
  {
    name: "block",
    doc: "Layers that follow each other and are alike.",
    fields: [
      {
        name: "layers",
        doc: "How many they are.",
        accepts: count(),
        default: "1",
        range: [1, 10_000],
        example: "3",
      },
      asModel("attention", "Their attention.", namesOf(attentionTags), "they have none"),
      asModel("mlp", "Their feed-forward.", namesOf(mlpTags), "they have none"),
      {
        name: "recurrent",
        doc: "What mixes tokens in them in place of attention.",
        accepts: { tags: namesOf(recurrentTags), words: [{ word: "none", doc: "attention does" }] },
        default: "none",
        example: "mamba2(heads = 128, groups = 8)",
      },
    ],
  },
  {
    name: "encoder",
    doc: "A stack of layers in which every token sees all others; each of the model's own layers attends to its result as well (arXiv:1706.03762, section 3.1).",
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
    name: "patches",
    doc: "Images cut into squares, each projected to one token (arXiv:2010.11929, section 3.1); one head tells the image's class.",
    fields: [
      {
        name: "image",
        doc: "Pixels of an image's side.",
        accepts: count(),
        default: "224",
        range: [1, null],
        source: "arXiv:2010.11929, section 4.1",
        example: "224",
      },
      {
        name: "patch",
        doc: "Pixels of a patch's side; it divides the image's.",
        accepts: count(),
        range: [1, null],
        example: "14",
      },
      {
        name: "channels",
        doc: "Numbers of a pixel.",
        accepts: count(),
        default: "3",
        range: [1, null],
        example: "3",
      },
      {
        name: "extra",
        doc: "Learned tokens beside the patches: one of the class, registers; 0 where a head pools all tokens.",
        accepts: count("token"),
        default: "1",
        range: [0, null],
        source: "arXiv:2010.11929, eq. 1",
        example: "1",
      },
    ],
  },
];
