import { count, truth, words } from "../../../notation/accepts.ts";
import type { FieldRow } from "../../../notation/row.ts";
import { contextWords } from "../../plan/context.ts";
import { dispatchWords } from "../../plan/experts.ts";
import { scalingWords } from "../../plan/fp8Scaling.ts";
import { overlapWords } from "../../plan/overlap.ts";
import { recomputeAccepts } from "../../plan/recompute.ts";
import { splitWords } from "../../plan/split.ts";

/** Schema of a framework's fields that are the defaults of plan fields, such as `flash_attention`. */
export const planDefaults: readonly FieldRow[] = [
  {
    name: "flash_attention",
    doc: "Whether attention is one fused kernel; the default of the plan's field.",
    accepts: truth,
    default: "true",
    example: "true",
  },
  {
    name: "overlap",
    doc: "Communication that overlaps computation; the default of the plan's field.",
    accepts: overlapWords,
    default: "[dp]",
    example: "[dp, tp]",
  },
  {
    name: "interleaved_overlap",
    doc: "Communication that overlaps computation if stages hold several chunks (`vpp` above 1); the default of the plan's field.",
    accepts: overlapWords,
    default: "overlap",
    example: "[dp, pp]",
  },
  {
    name: "zero",
    doc: "ZeRO stage; the default of the plan's field.",
    accepts: count(),
    default: "0",
    range: [0, 3],
    example: "3",
  },
  {
    name: "sequence_parallel",
    doc: "Whether tensor parallelism shards along the sequence too; the default of the plan's field where `tp` is above 1.",
    accepts: truth,
    default: "false",
    example: "true",
  },
  {
    name: "recompute",
    doc: "Activations that are recomputed; the default of the plan's field.",
    accepts: recomputeAccepts,
    default: "none",
    example: "selective(mla_up)",
  },
  {
    name: "etp",
    doc: "Tensor-parallel degree inside an expert; the default of the plan's field.",
    accepts: count(),
    default: "1",
    range: [1, 1e7],
    example: "2",
  },
  {
    name: "dispatch",
    doc: "How tokens are sent to experts on other devices; the default of the plan's field.",
    accepts: dispatchWords,
    default: "per_expert",
    example: "per_node",
  },
  {
    name: "pad_capacity",
    doc: "Whether experts with a capacity are padded to it; the default of the capacity's `pad`.",
    accepts: truth,
    default: "true",
    example: "false",
  },
  {
    name: "cp_type",
    doc: "How attention exchanges data between context-parallel ranks; the default of the plan's field.",
    accepts: words(contextWords),
    default: "ring",
    example: "all_gather",
  },
  {
    name: "fp8_attention",
    doc: "Whether flash attention's matmuls are in 8 bits where linear layers are; the default of the format's `attention`.",
    accepts: truth,
    default: "false",
    example: "true",
  },
  {
    name: "fp8_head",
    doc: "Whether the head's matmuls are in 8 bits where linear layers are; the default of the format's `head`.",
    accepts: truth,
    default: "false",
    example: "true",
  },
  {
    name: "fp8_scaling",
    doc: "Which numbers of an fp8 operand share a scale; the default of the format's `scaling`.",
    accepts: scalingWords,
    default: "delayed",
    example: "current",
  },
  {
    name: "pipeline_reshard",
    doc: "When ZeRO 3 frees gathered weights in a pipeline; the default of the plan's `reshard_after`.",
    accepts: words([
      ["forward", "after each pass"],
      ["backward", "after the backward pass"],
      ["step", "after the step's last backward pass"],
    ]),
    default: "forward",
    example: "step",
  },
  {
    name: "pipeline_scatter",
    doc: "When ZeRO 2 and 3 reduce gradients in a pipeline; the default of the plan's `gradient_scatter`.",
    accepts: words([
      ["micro_batch", "after every backward pass"],
      ["group", "after each group of micro-batches that a chunk runs in a row"],
      ["step", "after the last one"],
    ]),
    default: "micro_batch",
    example: "step",
  },
  {
    name: "split",
    doc: "How layers are assigned to stages; the default of the plan's field.",
    accepts: splitWords,
    default: "even",
    example: "even",
  },
  {
    name: "fp32_gradients",
    doc: "Whether bf16 training accumulates gradients in fp32; the default of the format's `gradients`.",
    accepts: truth,
    default: "false",
    example: "true",
  },
];
