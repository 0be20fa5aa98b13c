import { bytes, count, ratio, seconds, truth, wordList, words } from "../accepts.ts";
import type { Accepts, FieldRow } from "../row.ts";
import { frameworkMemory } from "./frameworkMemory.ts";
import { rankOrders } from "./rankOrder.ts";
import { scheduleWords } from "./schedules.ts";

/** Both orders that Megatron Core's process groups can have. */
export const MAPPINGS =
  "NVIDIA/Megatron-LM, megatron/training/initialize.py: tp-cp-ep-dp-pp, or tp-cp-ep-pp-dp with --use-tp-pp-dp-mapping (April 2024)";

/** How layers go to stages. */
export const splitWords: Accepts = words([
  ["even", "the same number to every chunk"],
  ["lighter_ends", "one fewer to the first and to the last stage"],
  ["uneven", "any remainder is spread"],
  [
    "lighter_last",
    "the fewest that take all in equal parts; the last chunk, which has the head, what is left",
  ],
  [
    "balanced",
    "by work, the head counted as the layers it costs; a stage ends with the layer that takes it beyond its share",
  ],
  ["balanced_exact", "the same, but a stage whose share ends with a layer ends there"],
]);

/** What can be hidden behind computation. */
export const overlapWords: Accepts = {
  words: wordList([["none", "nothing is hidden"]]),
  list: words([
    ["dp", "gradients and parameters of data parallelism"],
    ["tp", "collectives of tensor parallelism"],
    ["pp", "sends between stages"],
    [
      "ep",
      "exchanges of tokens between experts, behind other micro-batches (arXiv:2412.19437, section 3.2.1)",
    ],
    [
      "shared_experts",
      "exchanges of tokens, behind the layer's own shared experts (Megatron Core: --moe-shared-expert-overlap)",
    ],
  ]),
};

/** What a plan takes from its framework where it says nothing itself. */
const planDefaults: readonly FieldRow[] = [
  {
    name: "flash_attention",
    doc: "Whether attention is one fused kernel; the default of the plan's field.",
    accepts: truth,
    default: "true",
    example: "true",
  },
  {
    name: "overlap",
    doc: "Communication that is hidden behind computation; the default of the plan's field.",
    accepts: overlapWords,
    default: "[dp]",
    example: "[dp, tp]",
  },
  {
    name: "interleaved_overlap",
    doc: "The same where stages hold several chunks (`vpp` above 1).",
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
    name: "pipeline_reshard",
    doc: "When ZeRO 3 frees gathered weights where there are several stages; the default of the plan's `reshard_after`.",
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
    doc: "When ZeRO 2 and 3 reduce gradients where there are several stages; the default of the plan's `gradient_scatter`.",
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
    doc: "How layers go to stages; the default of the plan's field.",
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

/** Time that a call costs more under a stack; most stacks pay nothing. */
const cost = (name: string, doc: string, example: string): FieldRow => ({
  name,
  doc,
  accepts: seconds,
  unit: "us",
  default: "0 s",
  range: [0, 1],
  calibrated: [1e-6, 5e-3],
  example,
});

/** What the host takes to launch what the device runs. */
const host: readonly FieldRow[] = [
  {
    name: "launches",
    doc: "Operations that the host launches for a layer forward; twice as many backward.",
    accepts: count(),
    default: "60",
    range: [0, 10_000],
    source: "eager PyTorch; see src/engine/CALIBRATION.md",
    example: "60",
  },
  {
    name: "expert_launches",
    doc: "Operations that the host launches forward for each expert on a device; twice as many backward.",
    accepts: count(),
    default: "6",
    range: [0, 10_000],
    source: "two products, an activation function, and what sorts an expert's tokens",
    example: "6",
  },
  {
    name: "expert_streams",
    doc: "Streams that the experts' products go to as kernels of their own, where these are not `expert_kernels = fused`; 0: one grouped kernel does a layer's.",
    accepts: count(),
    default: "0",
    range: [0, 1_000],
    example: "4",
  },
  {
    name: "cuda_graphs",
    doc: "Whether kernels are launched as graphs, which the device never waits for.",
    accepts: truth,
    default: "false",
    example: "true",
  },
  cost(
    "collective_launch",
    "Host time of one tensor-parallel collective, beside the layer's other launches.",
    "100 us",
  ),
  cost("rank_launch", "What that host time grows by for each rank of the group.", "100 us"),
  cost(
    "gradient_launch",
    "What the host takes, for each replica, to launch the reduction of a layer's gradients in the last backward pass; a stage sends nothing on before it has.",
    "100 us",
  ),
];

/** How its collectives and sends use the links, and what they wait for. */
const network: readonly FieldRow[] = [
  cost(
    "collective_wait",
    "What the ranks of a tensor-parallel collective wait for each other: their hosts do not launch it at the same instant.",
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
    doc: "A bucket has at least this many bytes for each data-parallel rank.",
    accepts: bytes,
    unit: "MB",
    default: "4 MB",
    range: [0, null],
    source: "Megatron Core, DistributedDataParallel: 1M elements of 4 bytes",
    example: "0 MB",
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
    doc: "Tensors of a layer's weights, where gradients are reduced and updated weights gathered tensor by tensor instead of in buckets; 0: in buckets.",
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
    name: "schedules",
    doc: "Pipeline schedules that its code has: a search looks at no others.",
    accepts: {
      words: wordList([["all", "any"]]),
      list: words(scheduleWords),
    },
    default: "all",
    example: "[1f1b, interleaved_1f1b]",
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

/** Which kernels it runs. */
const kernels: readonly FieldRow[] = [
  {
    name: "flash_version",
    doc: "Generation of its flash attention kernels: 1 FlashAttention, 2 FlashAttention 2, 3 FlashAttention 3 or cuDNN 9.",
    accepts: count(),
    default: "3",
    range: [1, 3],
    example: "2",
  },
  {
    name: "scale_kernels",
    doc: "Under delayed scaling, kernels that a layer runs each way to make scales of the maxima of passes before.",
    accepts: count(),
    default: "0",
    range: [0, 1_000],
    example: "9",
  },
  {
    name: "joint_casts",
    doc: "Whether one kernel casts a tensor to NVFP4 along its rows and, through a Hadamard transform, along its columns, instead of two.",
    accepts: truth,
    default: "true",
    example: "false",
  },
  {
    name: "vocab_multiple",
    doc: "The vocabulary's rows on a device are padded to a multiple of this.",
    accepts: count(),
    default: "1",
    range: [1, 100_000],
    example: "128",
  },
  {
    name: "fused",
    doc: "Whether biases, activation functions, norms, dropout and residuals run as fused kernels.",
    accepts: truth,
    default: "true",
    example: "false",
  },
  {
    name: "yarn_fused",
    doc: "Whether rotary positions with YaRN's factor run as fused kernels.",
    accepts: truth,
    default: "fused",
    example: "false",
  },
  {
    name: "gradient_sum",
    doc: "Bytes moved for each parameter and micro-batch to add 16-bit gradients to fp32 ones, where the products that make them do not.",
    accepts: bytes,
    unit: "B",
    default: "0 B",
    range: [0, 64],
    calibrated: [2, 32],
    example: "18 B",
  },
  {
    name: "shard_copies",
    doc: "What ZeRO 2 and 3 copy, for each micro-batch, between parameters and the buffers of their collectives.",
    accepts: words([
      ["nothing", "collectives read and write parameters and gradients where they are"],
      ["gradients", "gradients, into the buffer that is scattered"],
      ["all", "gathered weights out of their buffer too"],
    ]),
    default: "nothing",
    example: "all",
  },
  {
    name: "gradient_passes",
    doc: "How often each gradient on a device is read or written once a step, outside products, collectives and the update: zeroed, looked through for NaN, averaged.",
    accepts: count(),
    default: "0",
    range: [0, 100],
    example: "4",
  },
  {
    name: "recompute_skips",
    doc: "What the recomputation of a whole layer leaves out, with its collectives: no gradient needs the result of a last product.",
    accepts: words([
      ["nothing", "all of the layer runs again"],
      ["layer_end", "the last product of its feed-forward"],
      ["module_ends", "the last product of its feed-forward and that of its attention"],
    ]),
    default: "nothing",
    example: "module_ends",
  },
  {
    name: "expert_kernels",
    doc: "How what follows the products of routed experts runs: the activation function, its limits, biases.",
    accepts: words([
      ["eager", "limits and biases are kernels of their own, biases expert by expert"],
      ["compiled", "limits are in the activation function's kernel, biases in one more"],
      ["fused", "all of it is in the products' kernels"],
    ]),
    default: "if fused then compiled else eager",
    example: "fused",
  },
];

/** The fields of every software stack; each stack has defaults of its own (framework.ts). */
export const frameworkFields: readonly FieldRow[] = [
  ...planDefaults,
  ...host,
  ...network,
  ...kernels,
  ...frameworkMemory,
];
