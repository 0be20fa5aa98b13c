import { bytes, count, ratio, seconds, truth, words } from "../../../accepts.ts";
import type { FieldRow } from "../../../row.ts";
import { MAPPINGS, rankOrders } from "../../plan/rankOrder.ts";
import { cost } from "./cost.ts";

/** How its collectives and sends use the links, and what they wait for. */
export const networkFacts: readonly FieldRow[] = [
  cost(
    "collective_wait",
    "What the ranks of a tensor-parallel collective wait for each other: their hosts do not launch it at the same instant. Nothing where kernels are launched as graphs (`cuda_graphs`), or collectives run beside products (`overlap` with `tp`).",
    "50 us",
  ),
  cost(
    "node_latency",
    "What a tensor-parallel collective takes longer for each further node that its group reaches.",
    "100 us",
  ),
  {
    name: "announcing",
    doc: "What neighbouring stages spend, for each micro-batch, on announcing its activations and their gradient to each other before they send them.",
    accepts: seconds,
    unit: "s",
    default: "0 s",
    range: [0, 60],
    example: "0.6 s",
  },
  {
    name: "tp_overlap",
    doc: "How collectives of tensor parallelism run beside products, where `overlap` has `tp`.",
    accepts: words([
      ["pieces", "a product and its collective in pieces, each beside the other's"],
      [
        "gradients",
        "the scatter of an input's gradient beside the gradient of the weights, and a gather beside the product of a rank's own share",
      ],
    ]),
    default: "pieces",
    source: "NVIDIA/TransformerEngine: userbuffers; PyTorch: async tensor parallelism",
    example: "gradients",
  },
  {
    name: "amax_reduction",
    doc: "Under delayed scaling, which ranks agree on the maxima of FP8 tensors after every pass of a chunk, while the device waits.",
    accepts: words([
      ["none", "none, or beside computation"],
      ["tp", "tensor-parallel ranks"],
      ["replicas", "tensor-parallel ranks of all replicas"],
    ]),
    default: "none",
    example: "replicas",
  },
  {
    name: "bucket",
    doc: "Gradients, and the weights that ZeRO 1 and 2 gather, are sent in buckets of this size.",
    accepts: bytes,
    unit: "MiB",
    default: "160 MB",
    range: [1, null],
    source: "Megatron Core, DistributedDataParallelConfig: 40M elements of 4 bytes",
    example: "25 MiB",
  },
  {
    name: "bucket_per_rank",
    doc: "A bucket has at least this many bytes for each data-parallel rank: more replicas then reduce fewer, larger buckets.",
    accepts: bytes,
    unit: "MB",
    default: "0 MB",
    range: [0, null],
    example: "4 MB",
  },
  {
    name: "gather_overlap",
    doc: "Whether ZeRO 1 and 2 gather updated weights beside the next forward pass, where `overlap` has `dp`.",
    accepts: truth,
    default: "true",
    example: "false",
  },
  {
    name: "layer_tensors",
    doc: "Tensors of a layer's weights, where ZeRO 1 and 2 gather updated weights tensor by tensor; 0: in buckets.",
    accepts: count(),
    default: "0",
    range: [0, 1_000],
    example: "6",
  },
  {
    name: "whole_reduction",
    doc: "Whether ZeRO 1 and 2 reduce gradients by one all-reduce of them all, once a step's passes are over, instead of scattering them beside backward.",
    accepts: truth,
    default: "false",
    example: "true",
  },
  {
    name: "rank_orders",
    doc: "Orders of ranks that its process groups can have, its own default first: a search looks at no others.",
    accepts: { list: rankOrders, filled: true },
    default: "[tp_cp_dp_pp, tp_cp_pp_dp]",
    source: MAPPINGS,
    example: "[tp_cp_dp_pp]",
  },
  {
    name: "reuse_distance",
    doc: "Under ZeRO 3 and full recomputation, parameters between the recomputation of a matrix and its backward pass up to which it stays gathered; beyond, it is gathered once more.",
    accepts: { numbers: ["param", "1"] },
    unit: "param",
    default: "1_000_000B params",
    range: [0, null],
    example: "1B params",
  },
  {
    name: "module_waits",
    doc: "Under ZeRO 3, whether every module waits for all that is under way, so that it hides the transfers of the next one alone.",
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
    doc: "The share of the links' rate that data-parallel collectives reach.",
    accepts: ratio,
    unit: "%",
    default: "100%",
    range: [0.01, 1],
    calibrated: [0.05, 1],
    example: "80%",
  },
];
