/** Iteration of a training run, as its log prints it. Numbers that the log does not print are absent. */
export interface Iteration {
  /** Number of the iteration, as the log counts. */
  readonly number: number;
  /** Duration of one iteration, s; a mean where the log prints every n-th iteration. */
  readonly seconds?: number;
  /** Training loss, nats per token. */
  readonly loss?: number;
  /** Norm of the gradient before it is clipped. */
  readonly gradNorm?: number;
  /** Tokens per second of all devices, token/s. */
  readonly tokensPerSecond?: number;
  /** Tokens per second of one device, token/s. */
  readonly tokensPerSecondPerDevice?: number;
  /** FLOP per second of one device by the framework's own formula, FLOP/s. */
  readonly flopsPerDevice?: number;
  /** Model FLOPs utilisation by the framework's own formula, a fraction of 1. */
  readonly mfu?: number;
  /** Highest memory of a device so far, B. */
  readonly memory?: number;
  /** Sequences of the global batch. */
  readonly batch?: number;
  /** Sequences that the run has consumed after this iteration. */
  readonly consumed?: number;
  /** Time at which the line was printed, s since 1970. */
  readonly time?: number;
  /** Line of the file, from 1. */
  readonly line: number;
}

/** Event between two iterations that a log tells of. `seconds` is its duration, where the log prints one. */
export interface Happening {
  readonly kind: "evaluation" | "checkpoint" | "restart" | "collection" | "profiling";
  readonly line: number;
  readonly seconds?: number;
}

/** Numbers of the whole run that a log prints besides its iterations. */
export interface RunFacts {
  readonly devices?: number;
  /** Sequences of the global batch. */
  readonly batch?: number;
  /** Tokens of a sequence. */
  readonly seqLen?: number;
  /** Highest memory that tensors took on a device, B. */
  readonly memoryAllocated?: number;
  /** Highest memory that the allocator took from a device, B. */
  readonly memoryReserved?: number;
  /** Mean duration of an iteration over the whole run, with evaluations and checkpoints, s. */
  readonly meanSeconds?: number;
}

/** Log of a training run as data. */
export interface MeasuredLog {
  /** Framework that wrote the log: `Megatron-LM`, `torchtitan`. */
  readonly framework: string;
  readonly iterations: readonly Iteration[];
  readonly happenings: readonly Happening[];
  readonly facts: RunFacts;
  /** Arguments that the log prints, by their names in the framework (`--seq-length`); empty where it prints none. */
  readonly args: ReadonlyMap<string, string>;
}

/** Reader of one framework's log. It takes the file line by line, so a file is never parsed whole. */
export interface LineReader {
  line(text: string, number: number): void;
  finish(): MeasuredLog;
}
