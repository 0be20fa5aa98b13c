import { count } from "../../notation/accepts.ts";
import type { FieldRow } from "../../notation/row.ts";
import { degree } from "./degree.ts";

/** Schema of the plan's fields for batches and sequences. */
export const batchFields: readonly FieldRow[] = [
  {
    name: "micro_batch",
    doc: "The number of sequences in one micro-batch.",
    accepts: count("sequence"),
    default: "1",
    range: [1, 1e6],
    example: "1",
  },
  degree(
    "micro_batch_group",
    "Interleaved 1F1B: micro-batches that a stage runs through one chunk before the next chunk; at least pp.",
    {
      default: "pp",
      example: "8",
      source: "Megatron Core, --microbatch-group-size-per-virtual-pipeline-stage",
    },
  ),
  {
    name: "global_batch",
    doc: "Sequences, or tokens, of one optimizer step over the whole cluster.",
    accepts: { numbers: ["sequence", "token"] },
    unit: "sequences",
    range: [1, null],
    example: "16Mi tokens",
  },
  {
    name: "num_micro_batches",
    doc: "Micro-batches that each pipeline takes in one step.",
    accepts: count("sequence"),
    default: "global_batch / (dp * micro_batch)",
    derived: true,
    range: [1, null],
    example: "global_batch / (dp * micro_batch)",
  },
];
