import { bytes, count, ratio, truth, words } from "../../../accepts.ts";
import type { FieldRow } from "../../../row.ts";

/** Copies that grow with the parameters; most stacks keep none. */
const perParameter = (
  name: string,
  doc: string,
  bounds: Pick<FieldRow, "range" | "calibrated" | "example">,
): FieldRow => ({ name, doc, accepts: bytes, unit: "B", default: "0 B", ...bounds });

/** What a stack's code keeps in memory beside weights, gradients, optimizer state and the activations of its layers. */
export const memoryFacts: readonly FieldRow[] = [
  {
    name: "logit_bytes",
    doc: "Bytes alive for each logit at the peak of the loss: logits, their fp32 copy, the softmax.",
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
    doc: "Micro-batches whose fp32 logits the last stage still holds while it works on the next one.",
    accepts: count(),
    default: "0",
    range: [0, 100],
    example: "2",
  },
  {
    name: "half_gradients",
    doc: "Whether backward's 16-bit gradients live beside the fp32 ones they are added to.",
    accepts: truth,
    default: "false",
    example: "true",
  },
  perParameter(
    "bucket_copies",
    "Bytes for each parameter of the buckets in which gradients are reduced, where no ZeRO shards anything.",
    { range: [0, 16], calibrated: [0.5, 8], example: "2 B" },
  ),
  perParameter(
    "flat_bytes",
    "Bytes for each parameter of the flat copies that ZeRO keeps beside weights and gradients.",
    { range: [0, 16], calibrated: [0.5, 8], example: "2 B" },
  ),
  perParameter(
    "step_bytes",
    "Bytes for each parameter of the copies that live only while the optimizer steps, where gradients have 16 bits.",
    { range: [0, 64], calibrated: [1, 32], example: "4 B" },
  ),
  {
    name: "rotary_copies",
    doc: "Whether the fused projection of queries, keys and values outlives the copies that the rotary embedding makes.",
    accepts: truth,
    default: "false",
    example: "true",
  },
  {
    name: "frees_stage_inputs",
    doc: "Whether what a chunk of layers received is freed once its first norm has read it, which then goes backward from its output.",
    accepts: truth,
    default: "false",
    source:
      "arXiv:2407.21783, section 3.3.2, for Llama 3: input and output tensors of each stage are deallocated",
    example: "true",
  },
  {
    name: "gathers",
    doc: "What ZeRO 3 holds gathered at a time.",
    accepts: words([
      ["layers", "the layer in use and the next one; embedding and head all along"],
      ["matrices", "one weight matrix after the other, and the next one"],
    ]),
    default: "layers",
    source: "arXiv:2304.11277, section 3.3: the unit in use and one prefetched",
    example: "matrices",
  },
  {
    name: "fragmentation",
    doc: "What the allocator holds and cannot use, as a share of activations, logits and buffers.",
    accepts: ratio,
    default: "0.05",
    range: [0, 2],
    calibrated: [0.01, 0.5],
    source: "SimuMax, real runs of Megatron-LM on B200: reserved is 3 to 6% above allocated",
    example: "0.1",
  },
  {
    name: "sequence_buffers",
    doc: "Tensors of a whole sequence that sequence parallelism gathers into and scatters from, alive at once.",
    accepts: count(),
    default: "2",
    range: [0, 100],
    source:
      "megatron/core/tensor_parallel/layers.py: one buffer that all gathers share, and the gradient of its like before it is scattered",
    example: "3",
  },
  {
    name: "run_ahead",
    doc: "Tensors of whole sequences that wait to be freed by tensor-parallel collectives the host has run ahead of.",
    accepts: count(),
    default: "0",
    range: [0, 1_000],
    calibrated: [1, 200],
    example: "44",
  },
  {
    name: "workspace",
    doc: "Workspaces of the matmuls' library, which the framework's allocator holds.",
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
    doc: "Memory of one communicator of the collective library: one for all devices, one for each kind of parallelism.",
    accepts: bytes,
    unit: "GiB",
    default: "0.6 GiB",
    range: [0, null],
    calibrated: [2 ** 24, 2 ** 32],
    source: "NVIDIA/nccl, issue 964: 544 to 688 MB on four A100",
    example: "0.6 GiB",
  },
];
