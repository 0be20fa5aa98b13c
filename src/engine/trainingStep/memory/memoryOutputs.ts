import { numberOutput } from "../../estimate/numberOutput.ts";
import type { Output } from "../../estimate/output.ts";

/** Parts of a stage's memory: `memory.<name>`. */
export const memoryParts = [
  ["weights", "Weights of the fullest stage, in the format used for computing."],
  ["gradients", "Gradients of the fullest stage."],
  ["optimizer", "Optimizer state of the fullest stage: fp32 weights and moments."],
  ["activations", "Saved activations of the layers, for all micro-batches in flight on the fullest stage."],
  ["logits", "Embedding output, logits and loss of the fullest stage."],
  ["buffers", "Working memory of the fullest stage: gathered weights and the layer being recomputed."],
  [
    "reserved",
    "Memory outside the framework's tensors: device context, runtime, communicators, and the allocator's cache.",
  ],
] as const;

/** Outputs of the memory estimate. */
export const memoryOutputs: readonly Output[] = [
  {
    kind: "memory",
    path: "memory",
    doc: "Memory per device, by stage and kind, at the moment of the peak.",
    read: (e) => e.memory,
  },
  numberOutput("memory.peak", "B", "Peak memory of a device on the fullest stage.", (e) => e.memory.peak),
  numberOutput(
    "memory.capacity",
    "B",
    "Device memory that the driver leaves to programs: `cluster.device.usable_memory`.",
    (e) => e.memory.capacity,
  ),
  numberOutput(
    "memory.needed",
    "B",
    "Peak memory without the allocator's cache, which is released before the program runs out of memory.",
    (e) => e.memory.needed,
  ),
  ...memoryParts.map(
    ([name, doc]): Output => numberOutput(`memory.${name}`, "B", doc, (e) => e.memory[name]),
  ),
  numberOutput(
    "memory.layer_activations",
    "B",
    "Saved activations of one layer, for one micro-batch, on one device.",
    (e) => e.memory.layerActivations,
  ),
  ...(["host", "nvme"] as const).map(
    (place): Output =>
      numberOutput(
        `memory.${place}`,
        "B",
        place === "host"
          ? "Bytes that the plan offloads to a node's host memory."
          : "Bytes that the plan offloads to a node's drives.",
        (e) => e.memory.beyond.find((one) => one.place === place)?.held.value ?? null,
        "plan.offload_optimizer",
      ),
  ),
];
