import { count, wordList, words } from "../../../notation/accepts.ts";
import type { Accepts, FieldRow } from "../../../notation/row.ts";
import { moduleWords } from "../../plan/recompute.ts";
import { scheduleWords } from "../../plan/schedule.ts";

/** Makes a field that lists the values a framework supports. Its default `all` means that no limit is known. */
const some = (name: string, doc: string, list: Accepts, example: string): FieldRow => ({
  name,
  doc,
  accepts: { words: wordList([["all", "any"]]), list },
  default: "all",
  example,
});

/**
 * Schema of a framework's fields for the features that it supports. A search tries only supported features, and a plan
 * with an unsupported one gets a warning.
 */
export const abilities: readonly FieldRow[] = [
  some(
    "degrees",
    "Kinds of parallelism that the framework supports in addition to `dp`. A search tries no others.",
    words([
      ["tp", "tensor parallelism"],
      ["cp", "context parallelism"],
      ["pp", "pipelines"],
      ["ep", "expert parallelism"],
      ["etp", "a separate tensor-parallel degree for experts"],
      ["layer_tp", "tensor-parallel degrees by group of layers"],
    ]),
    "[tp, pp]",
  ),
  {
    name: "sequence_parallelism",
    doc: "Whether tensor parallelism comes with sequence parallelism.",
    accepts: words([
      ["optional", "a plan may choose"],
      ["always", "whenever tp is above 1"],
      ["never", "not supported"],
    ]),
    default: "optional",
    example: "always",
  },
  some(
    "zero_stages",
    "ZeRO stages that the framework supports. A search tries no others.",
    count(),
    "[0, 1]",
  ),
  some(
    "shard_groups",
    "ZeRO stages that the framework can shard over fewer than all replicas (`dp_shard` below `dp`).",
    count(),
    "[3]",
  ),
  some(
    "schedules",
    "Pipeline schedules that the framework supports. A search tries no others.",
    words(scheduleWords),
    "[1f1b, interleaved_1f1b]",
  ),
  some(
    "recomputes",
    "What the framework can recompute. A search tries nothing else.",
    words([
      ["full", "whole layers, all of them"],
      ["groups", "groups of layers, each in its own way"],
      ["layers", "whole layers, some of a stage's (`full(layers = 3)`)"],
      ["units", "several layers together (`full(unit = 2)`)"],
      ["distributed", "from inputs that tensor-parallel ranks shard (`full(distribute = true)`)"],
      ...moduleWords,
    ]),
    "[full, attention]",
  ),
  some(
    "offloads",
    "What the framework can offload to host memory. A search tries nothing else.",
    words([
      ["activations", "activations of whole layers"],
      ["checkpoints", "the inputs of layers that are recomputed in full"],
      ["optimizer", "the optimizer's state"],
      ["optimizer_nvme", "the optimizer's state, on drives"],
      ["weights", "the weights of ZeRO 3"],
      ["weights_nvme", "the weights of ZeRO 3, on drives"],
    ]),
    "[optimizer]",
  ),
  some(
    "cp_types",
    "How the framework's attention can exchange data between context-parallel ranks.",
    words([
      ["ring", "key-value blocks travel around a ring"],
      ["all_gather", "every rank gathers all keys and values"],
      ["ulysses", "all-to-alls of heads"],
      ["hybrid", "all-to-alls among neighbours, and a ring of such groups"],
    ]),
    "[all_gather]",
  ),
  some(
    "dispatches",
    "How the framework can send tokens to their experts.",
    words([
      ["per_expert", "one copy per expert"],
      ["per_node", "one copy per node with an expert"],
    ]),
    "[per_expert]",
  ),
  some(
    "precisions",
    "Formats that the framework trains in; `tf32` counts as `fp32`.",
    words([
      ["fp32", "4 bytes"],
      ["fp16", "2 bytes"],
      ["bf16", "2 bytes"],
      ["fp8", "8-bit matmuls"],
      ["nvfp4", "4-bit matmuls, one scale per 16 numbers"],
      ["mxfp4", "4-bit matmuls, one scale per 32 numbers"],
    ]),
    "[fp32, bf16]",
  ),
  some(
    "fp8_scalings",
    "FP8 scaling methods that the framework supports.",
    words([
      ["delayed", "per tensor, from the maxima of earlier steps"],
      ["current", "per tensor, from its own maximum"],
      ["rowwise", "a row or column"],
      ["blockwise", "128 numbers or 128 x 128 weights"],
      ["mx", "32 numbers"],
    ]),
    "[delayed]",
  ),
  some(
    "pools",
    "What its code can run on pools of unlike devices.",
    words([
      ["replicas", "whole replicas on each pool"],
      ["stages", "stages of a pipeline on each pool"],
      ["batch_shares", "replicas with unlike numbers of micro-batches"],
    ]),
    "[replicas, stages]",
  ),
  {
    name: "conflicts",
    doc: "Pairs of features that the framework supports but rejects together. A search does not combine them.",
    accepts: {
      list: words([
        ["pp_zero_2", "a pipeline with ZeRO 2"],
        ["pp_zero_3", "a pipeline with ZeRO 3"],
        ["tp_zero_3", "tensor parallelism with ZeRO 3"],
        ["cp_zero_0", "context parallelism without sharded state"],
        ["ranks_unsharded", "context or expert parallelism without ZeRO 3"],
        ["moe_without_sp", "experts under tensor parallelism without sequence parallelism"],
        [
          "state_apart",
          "an offloaded optimizer without offloaded weights, or offloaded weights without the optimizer",
        ],
      ]),
    },
    default: "[]",
    example: "[pp_zero_2, pp_zero_3]",
  },
];
