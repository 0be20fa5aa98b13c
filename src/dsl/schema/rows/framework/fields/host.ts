import { count, truth } from "../../../notation/accepts.ts";
import type { FieldRow } from "../../../notation/row.ts";
import { cost } from "./cost.ts";

/** Schema of a framework's fields for the work of the host that launches kernels. */
export const hostFacts: readonly FieldRow[] = [
  {
    name: "launches",
    doc: "Operations that the host launches per layer in the forward pass; twice as many backward.",
    accepts: count(),
    default: "60",
    range: [0, 10_000],
    source: "eager PyTorch; see src/engine/CALIBRATION.md",
    example: "60",
  },
  {
    name: "expert_launches",
    doc: "Operations that the host launches per expert on a device in the forward pass; twice as many backward.",
    accepts: count(),
    default: "6",
    range: [0, 10_000],
    source: "two matmuls, an activation function, and sorting the expert's tokens",
    example: "6",
  },
  {
    name: "expert_cast_launches",
    doc: "Extra operations that the host launches for each expert in the forward pass when linear layers use 8 or 4 bits: casting inputs and finding their scales. Twice as many backward.",
    accepts: count(),
    default: "0",
    range: [0, 10_000],
    example: "8",
  },
  {
    name: "expert_streams",
    doc: "CUDA streams that the experts' matmuls run on as separate kernels, unless `expert_kernels = fused`. 0: one grouped kernel per layer.",
    accepts: count(),
    default: "0",
    range: [0, 1_000],
    example: "4",
  },
  {
    name: "cuda_graphs",
    doc: "Whether kernels are launched as CUDA graphs, so that the device never waits for the host.",
    accepts: truth,
    default: "false",
    example: "true",
  },
  cost(
    "collective_launch",
    "Host time to launch one tensor-parallel collective, in addition to the layer's other launches.",
    "100 us",
  ),
  cost(
    "rank_launch",
    "Extra host time of a tensor-parallel collective for each rank of its group.",
    "100 us",
  ),
  cost(
    "gradient_launch",
    "Host time per replica to launch the reduction of a layer's gradients in the last backward pass. A stage sends nothing to the next one before it is done.",
    "100 us",
  ),
];
