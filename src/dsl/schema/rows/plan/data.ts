import { bytes, count, seconds, wordList, words } from "../../notation/accepts.ts";
import type { FieldRow, RecordRow } from "../../notation/row.ts";

/** Schema of the tag for the training data in storage. */
export const datasetTag: RecordRow = {
  name: "dataset",
  doc: "Training data in the cluster's shared storage, and their loaders.",
  fields: [
    {
      name: "tokens",
      doc: "Tokens of the data set. If there are fewer than the plan's budget, the run reads them several times.",
      accepts: { numbers: ["token"], words: wordList([["all", "as many as the run trains on"]]) },
      unit: "tokens",
      default: "all",
      range: [1, null],
      example: "5T tokens",
    },
    {
      name: "ids",
      doc: "Number format of a token's id.",
      accepts: words([
        ["uint16", "2 bytes"],
        ["int32", "4 bytes"],
      ]),
      default: "if model.vocab < 65_500 then uint16 else int32",
      source: "NVIDIA/Megatron-LM, megatron/core/datasets/indexed_dataset.py: DType.optimal_dtype",
      example: "int32",
    },
    {
      name: "sample",
      doc: "Bytes of a sequence in addition to its token ids: images, sound, video, as stored.",
      accepts: bytes,
      unit: "MB",
      default: "0 B",
      range: [0, null],
      plausible: { most: 1e11, because: "an image takes some 100 kB, an hour of video some GB" },
      example: "2 MB",
    },
    {
      name: "workers",
      doc: "Loader processes of each data-parallel rank.",
      accepts: count(),
      default: "2",
      range: [1, 1e5],
      source: "NVIDIA/Megatron-LM, megatron/training/arguments.py: --num-workers",
      example: "8",
    },
    {
      name: "prepare",
      doc: "Time one loader process needs per sequence: decoding, augmenting, tokenising, packing.",
      accepts: seconds,
      unit: "ms",
      default: "0 s",
      range: [0, null],
      example: "50 ms",
    },
    {
      name: "cache",
      doc: "Size of a node's data cache, in memory or on drives.",
      accepts: bytes,
      unit: "TB",
      default: "0 B",
      range: [0, null],
      example: "4 TB",
    },
  ],
  positional: "tokens",
};

export const dataField: FieldRow = {
  name: "data",
  doc: "Training data, read with the part of `cluster.storage_bandwidth` that checkpoints do not use.",
  accepts: { tags: ["dataset"], words: wordList([["none", "data never delay a step"]]) },
  default: "none",
  example: "dataset(tokens = 5T tokens)",
};
