import { count, wordList } from "../../notation/accepts.ts";
import type { Accepts, FieldRow, RecordRow } from "../../notation/row.ts";
import { recomputeAccepts } from "./recompute.ts";

const same = { word: "same", doc: "as the plan's own" };
const orSame = (accepts: Accepts): Accepts => ({ ...accepts, words: [...(accepts.words ?? []), same] });

/** Schema of the tag for a group of layers with a strategy of its own. */
export const layersTag: RecordRow = {
  name: "layers",
  doc: "Successive layers with a strategy of their own, after those of the groups before (arXiv:2211.13878).",
  fields: [
    {
      name: "layers",
      doc: "Number of layers in the group.",
      accepts: count(),
      range: [1, 10_000],
      example: "10",
    },
    {
      name: "recompute",
      doc: "Activations of these layers that are recomputed.",
      accepts: orSame(recomputeAccepts),
      default: "same",
      example: "full",
    },
    {
      name: "tp",
      doc: "Tensor-parallel degree of these layers. They run on all devices of their stage, so `dp` and `micro_batch` follow: twice the degree has half the replicas, with twice the sequences each.",
      accepts: orSame(count()),
      default: "same",
      range: [1, null],
      example: "4",
    },
    {
      name: "zero",
      doc: "ZeRO stage of these layers.",
      accepts: orSame(count()),
      default: "same",
      range: [0, 3],
      example: "3",
    },
  ],
  positional: "layers",
};

export const strategiesField: FieldRow = {
  name: "strategies",
  doc: "Strategies by group of layers, in the model's order. The groups cover all layers.",
  accepts: {
    list: { tags: ["layers"] },
    filled: true,
    words: wordList([["none", "all layers are treated alike"]]),
  },
  default: "none",
  example: "[layers(20, recompute = full), layers(60)]",
};
