import type { Breakdown } from "./breakdown.ts";

export interface TimeEstimate<N = number> {
  /** Time of a step, s: compute + exposed communication + bubble + optimizer + gaps. The parts form a tree. */
  readonly step: Breakdown<N>;
  /** Time of one micro-batch's forward pass through the slowest stage, s. */
  readonly forward: N;
  /** Time of one micro-batch's backward pass through the slowest stage, s. */
  readonly backward: N;
  /** Pass times of one micro-batch on each stage, s, in the order of the stages. */
  readonly stages?: readonly StagePasses<N>[];
}

export interface StagePasses<N = number> extends PassTimes<N> {
  /** Pass times of each chunk of layers, where a stage has several chunks. */
  readonly chunks: readonly PassTimes<N>[];
}

/**
 * Pass times of one micro-batch through a chunk of layers or a whole stage, s, without the sends between
 * stages.
 */
export interface PassTimes<N = number> {
  readonly forward: N;
  readonly backward: N;
  /**
   * Part of `backward` that computes the gradients of the weights, s; null where the schedule does not run it
   * as a separate pass.
   */
  readonly weights: N | null;
}
