import { numberOutput } from "../../estimate/numberOutput.ts";
import type { Output } from "../../estimate/output.ts";

/** Parts of a stage's memory: `memory.<name>`. */
export const memoryParts = [
  ["weights", "Parameters of the fullest stage, as kept for computing."],
  ["gradients", "Gradients of the fullest stage."],
  ["optimizer", "Optimizer state of the fullest stage: fp32 weights and moments."],
  [
    "activations",
    "Activations of the layers kept for backward by the micro-batches in flight on the fullest stage.",
  ],
  ["logits", "Embedding output, logits and loss of the fullest stage."],
  ["buffers", "Working memory of the fullest stage: gathered weights, the layer being recomputed."],
  [
    "reserved",
    "Beside the framework's tensors: context, runtime and communicators, and what its allocator caches.",
  ],
] as const;

/** The results of memory. */
export const memoryOutputs: readonly Output[] = [
  {
    kind: "memory",
    path: "memory",
    doc: "Bytes per device, by stage and kind, at the instant of the peak.",
    read: (e) => e.memory,
  },
  numberOutput(
    "memory.peak",
    "B",
    "Bytes on a device of the fullest stage at its peak.",
    (e) => e.memory.peak,
  ),
  numberOutput(
    "memory.capacity",
    "B",
    "Bytes of a device's memory that its driver leaves to programs: `cluster.device.usable_memory`.",
    (e) => e.memory.capacity,
  ),
  numberOutput(
    "memory.needed",
    "B",
    "Bytes of the peak that nothing gives back: without what the framework's allocator caches, which it returns before it runs out of memory.",
    (e) => e.memory.needed,
  ),
  ...memoryParts.map(
    ([name, doc]): Output => numberOutput(`memory.${name}`, "B", doc, (e) => e.memory[name]),
  ),
  numberOutput(
    "memory.layer_activations",
    "B",
    "Activations of one layer kept for backward, for one micro-batch, on one device.",
    (e) => e.memory.layerActivations,
  ),
  ...(["host", "nvme"] as const).map(
    (place): Output =>
      numberOutput(
        `memory.${place}`,
        "B",
        place === "host"
          ? "Bytes that the plan keeps in the memory of a node's host."
          : "Bytes that the plan keeps on the drives of a node.",
        (e) => e.memory.beyond.find((one) => one.place === place)?.held.value ?? null,
        "plan.offload_optimizer",
      ),
  ),
];
