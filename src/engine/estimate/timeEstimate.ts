import type { Breakdown } from "./breakdown.ts";

export interface TimeEstimate<N = number> {
  /** The step: compute + exposed communication + bubble + optimizer + gaps. The root of the tree. */
  readonly step: Breakdown<N>;
  /** One micro-batch through the slowest stage. */
  readonly forward: N;
  readonly backward: N;
  /** One micro-batch through each stage, in the stages' order. */
  readonly stages?: readonly StagePasses<N>[];
}

export interface StagePasses<N = number> extends PassTimes<N> {
  /** By chunk, where a stage has several. */
  readonly chunks: readonly PassTimes<N>[];
}

/** One micro-batch through a chunk of layers or a whole stage, s; without the sends between stages. */
export interface PassTimes<N = number> {
  readonly forward: N;
  readonly backward: N;
  /** Of `backward`, the gradients of the weights; null where the schedule does not run them apart. */
  readonly weights: N | null;
}
