import { bytes, count, ratio, seconds, truth, words } from "../../../notation/accepts.ts";
import type { FieldRow } from "../../../notation/row.ts";
import { MAPPINGS, rankOrders } from "../../plan/rankOrder.ts";
import { cost } from "./cost.ts";

/**
 * Schema of a framework's fields for collectives and point-to-point sends: how they use links, and how long ranks wait
 * for each other.
 */
export const networkFacts: readonly FieldRow[] = [
  cost(
    "collective_wait",
    "Time the ranks of a tensor-parallel collective wait for each other, because their hosts launch it at different times. None with CUDA graphs (`cuda_graphs`) or overlapped collectives (`overlap` with `tp`).",
    "50 us",
  ),
  cost(
    "node_latency",
    "Extra time of a tensor-parallel collective for each additional node in its group.",
    "100 us",
  ),
  {
    name: "announcing",
    doc: "Time neighbouring stages spend per micro-batch to announce tensor shapes before they send activations and gradients.",
    accepts: seconds,
    unit: "s",
    default: "0 s",
    range: [0, 60],
    example: "0.6 s",
  },
  {
    name: "stage_shares",
    doc: "Tensors of which each tensor-parallel rank sends only its share to the neighbouring stage, although all ranks hold the full tensor (without sequence parallelism). The receivers gather the shares inside their node. All other tensors are sent in full by every rank.",
    accepts: words([
      ["all", "activations and their gradients"],
      ["activations", "activations only; their gradients are sent in full"],
      ["none", "nothing; both go whole"],
    ]),
    default: "all",
    source: "arXiv:2104.04473, section 4.1: scatter and gather",
    example: "none",
  },
  {
    name: "tp_overlap",
    doc: "How tensor-parallel collectives overlap matmuls, if `overlap` has `tp`.",
    accepts: words([
      ["pieces", "a matmul and its collective are split into pieces that overlap each other"],
      [
        "gradients",
        "the reduce-scatter of input gradients overlaps the weight gradients; an all-gather overlaps the matmul of the rank's own shard",
      ],
    ]),
    default: "pieces",
    source: "NVIDIA/TransformerEngine: userbuffers; PyTorch: async tensor parallelism",
    example: "gradients",
  },
  {
    name: "amax_reduction",
    doc: "Under delayed scaling, which ranks exchange the maxima of FP8 tensors after every pass of a chunk while the device waits.",
    accepts: words([
      ["none", "none, or overlapped with computation"],
      ["tp", "tensor-parallel ranks"],
      ["replicas", "tensor-parallel ranks of all replicas"],
    ]),
    default: "none",
    example: "replicas",
  },
  {
    name: "bucket",
    doc: "Bucket size for gradients, and for the weights that ZeRO 1 and 2 gather.",
    accepts: bytes,
    unit: "MiB",
    default: "160 MB",
    range: [1, null],
    source: "Megatron Core, DistributedDataParallelConfig: 40M elements of 4 bytes",
    example: "25 MiB",
  },
  {
    name: "bucket_per_rank",
    doc: "Least bucket size per data-parallel rank: with more replicas, buckets are fewer and larger.",
    accepts: bytes,
    unit: "MB",
    default: "0 MB",
    range: [0, null],
    example: "4 MB",
  },
  {
    name: "gather_overlap",
    doc: "Whether the all-gather of updated weights in ZeRO 1 and 2 overlaps the next forward pass, if `overlap` has `dp`.",
    accepts: truth,
    default: "true",
    example: "false",
  },
  {
    name: "layer_tensors",
    doc: "Number of weight tensors per layer, if ZeRO 1 and 2 gather updated weights tensor by tensor. 0: in buckets.",
    accepts: count(),
    default: "0",
    range: [0, 1_000],
    example: "6",
  },
  {
    name: "whole_reduction",
    doc: "Whether ZeRO 1 and 2 reduce gradients with one all-reduce after the last pass, instead of reduce-scatters that overlap the backward pass.",
    accepts: truth,
    default: "false",
    example: "true",
  },
  {
    name: "rank_orders",
    doc: "Rank orders that the framework's process groups support, the default first. A search tries no others.",
    accepts: { list: rankOrders, filled: true },
    default: "[tp_cp_dp_pp, tp_cp_pp_dp]",
    source: MAPPINGS,
    example: "[tp_cp_dp_pp]",
  },
  {
    name: "reuse_distance",
    doc: "Under ZeRO 3 with full recomputation: a matrix stays gathered if at most this many parameters are used between its recomputation and its backward pass. Otherwise it is gathered again.",
    accepts: { numbers: ["param", "1"] },
    unit: "param",
    default: "1_000_000B params",
    range: [0, null],
    example: "1B params",
  },
  {
    name: "module_waits",
    doc: "Under ZeRO 3, whether every module waits for all transfers in progress, so that it can overlap only the transfers of the next module.",
    accepts: truth,
    default: "false",
    example: "true",
  },
  {
    name: "flat_collectives",
    doc: "Whether data-parallel collectives are one ring over all ranks, each at its share of the node's NICs.",
    accepts: truth,
    default: "false",
    example: "true",
  },
  {
    name: "collective_efficiency",
    doc: "The share of the link bandwidth that data-parallel collectives reach.",
    accepts: ratio,
    unit: "%",
    default: "100%",
    range: [0.01, 1],
    calibrated: [0.05, 1],
    example: "80%",
  },
];
