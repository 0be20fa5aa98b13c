import { count, wordList } from "../../accepts.ts";
import type { FieldRow } from "../../row.ts";

/** What a plan says of the encoder where a model has one. */
export const encoderFields: readonly FieldRow[] = [
  {
    name: "encoder_seq_len",
    doc: "Tokens that the encoder reads of a sequence, where the model has one; `seq_len` are the decoder's.",
    accepts: count("token"),
    default: "seq_len",
    range: [1, null],
    example: "512",
  },
  {
    name: "encoder_stages",
    doc: "Stages of a pipeline that hold the encoder, before those of the decoder (Megatron-LM's --pipeline-model-parallel-split-rank).",
    accepts: {
      ...count(),
      words: wordList([["proportional", "as many of `pp` as of all layers are the encoder's"]]),
    },
    default: "proportional",
    range: [1, null],
    example: "2",
  },
];
