import type { LengthLaw } from "./arrivals.ts";

/** RL post-training: what one iteration generates, how it is generated, and where. */
export interface Rl {
  readonly prompts: number;
  /** Responses to each prompt. */
  readonly samples: number;
  readonly promptTokens: number;
  readonly response: LengthLaw;
  readonly rollout: Rollout;
  /** Forward passes of trained-model size over all responses beside the training itself. */
  readonly passes: number;
  /** True where a critic of the actor's size is trained too (PPO). */
  readonly critic: boolean;
  readonly rewardSeconds: number;
  readonly placement: Placement;
  /** Bandwidth at which the trained weights reach a rollout engine, B/s; null for the fitted one. */
  readonly syncBytesPerSecond: number | null;
  /** Time of an iteration outside all phases: batches made, advantages, logging, s. */
  readonly overheadSeconds: number;
  /** Iterations of the whole RL training; null where not given. */
  readonly iterations: number | null;
}

/** Engine that generates the responses. A null degree is that of training. */
export interface Rollout {
  readonly tp: number;
  readonly pp: number;
  /** Share of a device's memory for weights and cache. */
  readonly memory: number;
  /** Largest number of sequences that a replica generates at the same time. */
  readonly sequences: number;
  readonly weightBytes: number | null;
  readonly kvBytes: number | null;
  /** Time of a decoding step on the host and outside kernels, s. */
  readonly stepSeconds: number;
  /** Time of a decoding step for each sequence on the host: scheduling and sampling, s. */
  readonly sequenceSeconds: number;
  /** Bandwidth of weights and cache of a decoding step, relative to the device's attained memory bandwidth. */
  readonly efficiency: number;
}

/** Devices that generate the responses. */
export type Placement =
  /** On the devices that train, which change between the two. */
  | { readonly kind: "colocated" }
  /** On `nodes` nodes of their own, in turns with training. */
  | { readonly kind: "separate"; readonly nodes: number }
  /** On `nodes` nodes of their own while older responses are trained on. */
  | {
      readonly kind: "asynchronous";
      readonly nodes: number;
      /** Largest number of updates between the weights that generate a response and those that train on it. */
      readonly staleness: number;
      /** True where new weights reach a response while it is generated. */
      readonly partial: boolean;
    };
