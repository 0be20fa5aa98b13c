import { count, wordList } from "../../notation/accepts.ts";
import type { FieldRow } from "../../notation/row.ts";

/** Schema of the plan's fields for the model's encoder. */
export const encoderFields: readonly FieldRow[] = [
  {
    name: "encoder_seq_len",
    doc: "Tokens per sequence that the encoder reads, if the model has one; `seq_len` counts the decoder's.",
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
      words: wordList([
        [
          "proportional",
          "the encoder's share of all layers, rounded to stages; a vision encoder is on the first stage, beside its share of the language model",
        ],
      ]),
    },
    default: "proportional",
    range: [1, null],
    example: "2",
  },
];
