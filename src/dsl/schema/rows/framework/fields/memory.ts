import { bytes, count, ratio, truth, words } from "../../../notation/accepts.ts";
import type { FieldRow } from "../../../notation/row.ts";

/**
 * Makes a field for memory per parameter that a framework needs in addition to weights, gradients and optimizer state.
 * The default is 0 B, which is right for most frameworks.
 */
const perParameter = (
  name: string,
  doc: string,
  bounds: Pick<FieldRow, "range" | "calibrated" | "example">,
): FieldRow => ({ name, doc, accepts: bytes, unit: "B", default: "0 B", ...bounds });

/**
 * Schema of a framework's fields for memory other than weights, gradients, optimizer state and the activations of
 * layers.
 */
export const memoryFacts: readonly FieldRow[] = [
  {
    name: "logit_bytes",
    doc: "Bytes in memory per logit at the peak of the loss: logits, their fp32 copy, the softmax.",
    accepts: bytes,
    unit: "B",
    default: "if cross_entropy == fused then 2 B else if cross_entropy == compiled then 10 B else 6 B",
    range: [0, 64],
    calibrated: [2, 24],
    source:
      "eager: a 16-bit logit and its fp32 copy, in which softmax and gradient are made; compiled: exponentials apart (Megatron Core, fused_cross_entropy.py); fused: the gradient in the logit's place",
    example: "8 B",
  },
  {
    name: "kept_logits",
    doc: "Number of earlier micro-batches whose fp32 logits the last stage still holds.",
    accepts: count(),
    default: "0",
    range: [0, 100],
    example: "2",
  },
  {
    name: "half_gradients",
    doc: "Whether the backward pass keeps 16-bit gradients in addition to the fp32 ones they are added to.",
    accepts: truth,
    default: "false",
    example: "true",
  },
  perParameter("bucket_copies", "Bytes per parameter for gradient buckets, without ZeRO.", {
    range: [0, 16],
    calibrated: [0.5, 8],
    example: "2 B",
  }),
  perParameter(
    "flat_bytes",
    "Bytes per parameter for the flat copies that ZeRO keeps in addition to weights and gradients.",
    { range: [0, 16], calibrated: [0.5, 8], example: "2 B" },
  ),
  perParameter(
    "step_bytes",
    "Bytes per parameter for copies that exist only during the optimizer step, with 16-bit gradients.",
    { range: [0, 64], calibrated: [1, 32], example: "4 B" },
  ),
  {
    name: "rotary_copies",
    doc: "Whether the fused QKV projection stays in memory after the rotary embedding has copied it.",
    accepts: truth,
    default: "false",
    example: "true",
  },
  {
    name: "frees_stage_inputs",
    doc: "Whether a chunk's input is freed after its first norm, whose backward pass then uses its output.",
    accepts: truth,
    default: "false",
    source:
      "arXiv:2407.21783, section 3.3.2, for Llama 3: input and output tensors of each stage are deallocated",
    example: "true",
  },
  {
    name: "gathers",
    doc: "Which weights ZeRO 3 holds gathered at a time.",
    accepts: words([
      ["layers", "the layer in use and the next one; embedding and head all the time"],
      ["matrices", "one weight matrix after the other, and the next one"],
    ]),
    default: "layers",
    source: "arXiv:2304.11277, section 3.3: the unit in use and one prefetched",
    example: "matrices",
  },
  {
    name: "fragmentation",
    doc: "Memory fragmentation: what the allocator holds and cannot use, as a share of activations, logits and buffers.",
    accepts: ratio,
    default: "0.05",
    range: [0, 2],
    calibrated: [0.01, 0.5],
    source: "SimuMax, real runs of Megatron-LM on B200: reserved is 3 to 6% above allocated",
    example: "0.1",
  },
  {
    name: "sequence_buffers",
    doc: "Full-sequence tensors that sequence parallelism holds at once for its all-gathers and reduce-scatters.",
    accepts: count(),
    default: "2",
    range: [0, 100],
    source:
      "megatron/core/tensor_parallel/layers.py: one buffer that all gathers share, and the gradient of its like before it is scattered",
    example: "3",
  },
  {
    name: "run_ahead",
    doc: "Full-sequence tensors not yet freed because the host runs ahead of tensor-parallel collectives.",
    accepts: count(),
    default: "0",
    range: [0, 1_000],
    calibrated: [1, 200],
    example: "44",
  },
  {
    name: "workspace",
    doc: "Workspaces of the matmul library, held by the framework's allocator.",
    accepts: bytes,
    unit: "MiB",
    default: "64 MiB",
    range: [0, null],
    source:
      "PyTorch, CUDA semantics: 32 MiB on Hopper for each handle and stream, and backward has a thread of its own",
    example: "64 MiB",
  },
  {
    name: "communicator",
    doc: "Memory of one NCCL communicator. There is one for all devices and one for each kind of parallelism.",
    accepts: bytes,
    unit: "GiB",
    default: "0.6 GiB",
    range: [0, null],
    calibrated: [2 ** 24, 2 ** 32],
    source: "NVIDIA/nccl, issue 964: 544 to 688 MB on four A100",
    example: "0.6 GiB",
  },
];
