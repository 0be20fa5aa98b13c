import { count, truth } from "../../../accepts.ts";
import type { FieldRow } from "../../../row.ts";
import { cost } from "./cost.ts";

/** What the host takes to launch what the device runs. */
export const hostFacts: readonly FieldRow[] = [
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
    name: "expert_cast_launches",
    doc: "Further operations that the host launches forward for each expert where linear layers work in 8 or 4 bits: casts of its inputs, and what finds their scales; twice as many backward.",
    accepts: count(),
    default: "0",
    range: [0, 10_000],
    example: "8",
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
