/** Name that a measured run can have. `lacks` names the number in the message about a log that does not print it. */
export interface MeasuredName {
  readonly name: string;
  /** Unit in which the number is printed; absent for tables, texts and definitions. */
  readonly unit?: string;
  readonly doc: string;
  readonly lacks: string;
}

const TRACED = "the kernels of a step, as a trace does";

/** Names of a measured run, in the order in which they are shown. */
export const measuredNames: readonly MeasuredName[] = [
  {
    name: "step_time",
    unit: "s",
    doc: "Median duration of a steady iteration, without warm-up, evaluations, checkpoints and stalls; in a trace the mean of the profiled steps.",
    lacks: "durations of iterations",
  },
  {
    name: "step_time_p10",
    unit: "s",
    doc: "Duration that 10% of the steady iterations fall short of.",
    lacks: "durations of iterations",
  },
  {
    name: "step_time_p90",
    unit: "s",
    doc: "Duration that 10% of the steady iterations exceed.",
    lacks: "durations of iterations",
  },
  {
    name: "mean_step_time",
    unit: "s",
    doc: "Mean duration of an iteration over the whole log, with warm-up, evaluations, checkpoints and stalls.",
    lacks: "durations",
  },
  {
    name: "tokens_per_s",
    unit: "token/s",
    doc: "Tokens per second of all devices.",
    lacks: "tokens per second",
  },
  {
    name: "tokens_per_s_per_device",
    unit: "token/s",
    doc: "Tokens per second of one device.",
    lacks: "tokens per second, or the number of devices",
  },
  {
    name: "tflops_per_device",
    unit: "TFLOP/s",
    doc: "FLOP per second of one device, by the framework's own formula.",
    lacks: "FLOP per second",
  },
  {
    name: "mfu",
    unit: "%",
    doc: "Model FLOPs utilisation, by the framework's own formula.",
    lacks: "an MFU",
  },
  { name: "memory", unit: "GiB", doc: "Highest memory of a device that the log prints.", lacks: "memory" },
  { name: "loss", doc: "Training loss of the last iteration.", unit: "1", lacks: "a loss" },
  { name: "grad_norm", doc: "Gradient norm of the last iteration.", unit: "1", lacks: "a gradient norm" },
  { name: "devices", unit: "GPU", doc: "Number of devices.", lacks: "the number of devices" },
  { name: "global_batch", unit: "sequence", doc: "Sequences of a global batch.", lacks: "the global batch" },
  { name: "seq_len", unit: "token", doc: "Tokens of a sequence.", lacks: "the sequence length" },
  {
    name: "steady_share",
    unit: "%",
    doc: "Share of the logged time that steady iterations would need for all of them: 100% for a run without interruptions.",
    lacks: "durations of iterations",
  },
  ...[
    ["matmuls", "Time of a step that only matmuls take."],
    ["attention", "Time of a step that attention kernels take."],
    [
      "memory_bound",
      "Time of a step that kernels bound by memory take: norms, activations, softmax, copies on the device.",
    ],
    ["optimizer", "Time of a step that the optimizer's kernels take."],
    ["communication", "Time of a step for which collectives run, hidden or not."],
    ["exposed_communication", "Time of a step in which collectives run and nothing else."],
    ["hidden_communication", "Time of a step in which collectives run under computation."],
    ["copies", "Time of a step in which only copies between memories run."],
    ["unknown", "Time of a step that kernels of unknown names take; `kernels` lists them."],
    ["idle", "Time of a step in which the device runs no kernel."],
  ].map(([name = "", doc = ""]): MeasuredName => ({ name, unit: "s", doc, lacks: TRACED })),
  {
    name: "goodput",
    unit: "%",
    doc: "Share of the wall-clock time of the log that is training: without evaluations, checkpoints, stalls, work lost in a failure, and recovery.",
    lacks: "durations of iterations",
  },
  { name: "restarts", unit: "1", doc: "Number of times that the run was started again.", lacks: "restarts" },
  { name: "framework", doc: "Framework that wrote the log.", lacks: "a framework" },
  { name: "device", doc: "Name of the traced device.", lacks: "the name of the device" },
  { name: "rank", unit: "1", doc: "Rank of the traced device.", lacks: "a rank" },
  { name: "parts", doc: "Table of the parts of a step, which add up to it.", lacks: TRACED },
  {
    name: "collectives",
    doc: "Table of the collectives of a step, with their groups and sizes.",
    lacks: TRACED,
  },
  { name: "kernels", doc: "Table of the kernels of a step, the longest first.", lacks: TRACED },
  { name: "iterations", doc: "Table of all iterations, with the state of each.", lacks: "iterations" },
  {
    name: "spells",
    doc: "Table of the states of iterations, with the time that each takes.",
    lacks: "durations",
  },
  {
    name: "levels",
    doc: "Table of the levels of the step time, where it changes for good.",
    lacks: "durations",
  },
  {
    name: "wall_clock",
    doc: "Table of the wall-clock time of the log by its use; lost work is iterations that a restart repeats.",
    lacks: "durations of iterations",
  },
  {
    name: "failures",
    doc: "Table of the restarts: the iterations and the time that each lost, and the time until training went on.",
    lacks: "restarts",
  },
  { name: "plan", doc: "Plan that the printed arguments describe.", lacks: "arguments that describe a plan" },
  {
    name: "model",
    doc: "Model that the printed arguments describe.",
    lacks: "arguments that describe a model",
  },
];
