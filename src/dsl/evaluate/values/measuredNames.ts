/** Name that a measured run can have. `lacks` names the number in the message about a log that does not print it. */
export interface MeasuredName {
  readonly name: string;
  /** Unit in which the number is printed; absent for tables, texts and definitions. */
  readonly unit?: string;
  readonly doc: string;
  readonly lacks: string;
}

/** Names of a measured run, in the order in which they are shown. */
export const measuredNames: readonly MeasuredName[] = [
  {
    name: "step_time",
    unit: "s",
    doc: "Median duration of a steady iteration, without warm-up, evaluations, checkpoints and stalls.",
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
  { name: "restarts", unit: "1", doc: "Number of times that the run was started again.", lacks: "restarts" },
  { name: "framework", doc: "Framework that wrote the log.", lacks: "a framework" },
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
  { name: "plan", doc: "Plan that the printed arguments describe.", lacks: "arguments that describe a plan" },
  {
    name: "model",
    doc: "Model that the printed arguments describe.",
    lacks: "arguments that describe a model",
  },
];
