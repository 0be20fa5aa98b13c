/** One micro-batch through a chunk of a stage, s, with the sends that nothing hides. */
export interface ChunkTimes<N> {
  readonly forward: N;
  /** Without the gradients of the weights where the schedule runs them apart. */
  readonly backward: N;
  readonly weights: N | null;
}

/** A stage as the schedule sees it; chunks of equal time are the same object. */
export interface PipelineStage<N> {
  readonly stage: number;
  readonly chunks: readonly ChunkTimes<N>[];
}
