/** Time of one micro-batch through a chunk of a stage, s, including exposed sends. */
export interface ChunkTimes<N> {
  readonly forward: N;
  /** Time of backward, without the gradients of the weights where the schedule runs them separately. */
  readonly backward: N;
  readonly weights: N | null;
}

/** A stage as the schedule's simulation sees it. Chunks of equal time are the identical object. */
export interface PipelineStage<N> {
  readonly stage: number;
  readonly chunks: readonly ChunkTimes<N>[];
}
