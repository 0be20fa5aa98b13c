import type { Breakdown } from "./breakdown.ts";

/** One iteration of RL post-training: responses generated, weighed and trained on. */
export interface RlEstimate<N = number> {
  /** Time of an iteration by part, s. Parts that overlap with others count only what is exposed. */
  readonly step: Breakdown<N>;
  /** Time to generate all responses of an iteration, overlapped or not, s. */
  readonly generation: N;
  /** Part of `generation` in which less than half of the first sequences are left, s. */
  readonly tail: N;
  readonly logProbs: N;
  readonly training: N;
  /** Time to bring the trained weights to the engines, and to change a device's state where it does both, s. */
  readonly sync: N;
  /** Share of the iteration in which the devices of training and of generation idle, and of all together. */
  readonly trainerIdle: N;
  readonly rolloutIdle: N;
  readonly idle: N;
  readonly devices: N;
  /** Devices that train, which in a colocated iteration also generate. */
  readonly trainers: N;
  /** Tokens of prompts and responses of an iteration. */
  readonly tokens: N;
  readonly tokensPerSecond: N;
  readonly tokensPerSecondPerDevice: N;
  /** Replicas of the engine, and sequences that each generates at once at most. */
  readonly replicas: N;
  readonly concurrency: N;
  /** Number, time and device time of all iterations; null without their number. */
  readonly iterations: N | null;
  readonly time: N | null;
  readonly deviceTime: N | null;
}
