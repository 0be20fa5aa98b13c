import type { Breakdown } from "./breakdown.ts";

export interface TimeEstimate<N = number> {
  /** Time of the step: compute + exposed communication + bubble + optimizer + gaps. The root of the tree. */
  readonly step: Breakdown<N>;
  /** Time of one micro-batch through the slowest stage. */
  readonly forward: N;
  readonly backward: N;
  /** Time of one micro-batch through each stage, in the stages' order. */
  readonly stages?: readonly StagePasses<N>[];
}

export interface StagePasses<N = number> extends PassTimes<N> {
  /** Time by chunk, where a stage has several. */
  readonly chunks: readonly PassTimes<N>[];
}

/**
 * Time of one micro-batch through a chunk of layers or a whole stage, s, without the sends between stages.
 */
export interface PassTimes<N = number> {
  readonly forward: N;
  readonly backward: N;
  /**
   * Part of `backward` for the gradients of the weights; null where the schedule does not run them
   * separately.
   */
  readonly weights: N | null;
}
