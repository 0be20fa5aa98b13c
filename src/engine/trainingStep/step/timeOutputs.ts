import { numberOutput, partOutputs } from "../../estimate/numberOutput.ts";
import type { Output } from "../../estimate/output.ts";

/** Parts of a step's time, each with the text of its documentation: output `time.<name>`. */
export const timeParts: readonly (readonly [name: string, doc: string])[] = [
  [
    "compute",
    "Time the slowest stage computes for all its micro-batches, forward, backward and recomputation.",
  ],
  ["gemm", "Time of the layers' matmuls, forward and backward."],
  ["attention", "Time of the attention core (scores, softmax, context), forward and backward."],
  ["memory_bound", "Time of memory-bound kernels: norms, activation functions, dropout, residuals."],
  ["recompute", "Time to recompute activations that were not saved."],
  ["vocabulary", "Time of embedding, language-model head and loss, on the slowest stage."],
  ["launch", "Time the device waits for the host to launch kernels."],
  ["communication", "Exposed communication: time that no computation hides."],
  ["tp", "Exposed time of tensor-parallel collectives."],
  ["cp", "Exposed communication of keys and values under context parallelism."],
  ["ep", "Exposed all-to-alls of tokens between experts."],
  ["pp", "Exposed sends and receives between pipeline stages."],
  ["dp", "Exposed data-parallel collectives: gradients, and parameters under ZeRO."],
  ["pools", "Time of the all-reduce of gradients between pools of unlike devices."],
  ["host", "Exposed copies of activations and offloaded state to host memory and back."],
  ["bubble", "Pipeline bubble: time the slowest stage idles while the pipeline fills and drains."],
  [
    "gradient_launch",
    "Time a step waits for hosts to launch the reductions of gradients, with `framework.gradient_launch`.",
  ],
  ["compression", "Time to compress gradients before they are sent, with `plan.compression`."],
  ["documents", "Time a step waits for the replica whose documents are longest, with `plan.documents`."],
  ["stragglers", "Time a step waits for its slowest device, with `cluster.jitter`."],
  ["optimizer", "Time of the optimizer's update of the device's parameters."],
  ["data", "Time a step waits for its data, with `plan.data`."],
];

/** Outputs that show where a step's time goes: `time` and its parts, the pipeline's timeline, and every collective. */
export const timeOutputs: readonly Output[] = [
  { kind: "time", path: "time", doc: "Where the step's time goes.", read: (e) => e.time },
  numberOutput("time.step", "s", "Time of one optimizer step.", (e) => e.time.step.value),
  numberOutput(
    "time.forward",
    "s",
    "One micro-batch forward through the slowest stage.",
    (e) => e.time.forward,
  ),
  numberOutput(
    "time.backward",
    "s",
    "One micro-batch backward through the slowest stage.",
    (e) => e.time.backward,
  ),
  ...partOutputs("time", "s", timeParts, (e) => e.time.step),
  {
    kind: "timeline",
    path: "timeline",
    doc: "The pipeline's schedule: when each rank runs which micro-batch, and when it waits.",
    read: (e) => e.time,
  },
  {
    kind: "comm",
    path: "comm",
    doc: "Every collective with its bytes, algorithm, time and exposed time.",
    read: (e) => e.comm,
  },
];
