/** Times of one micro-batch's passes through one chunk of a pipeline stage, s, including exposed sends. */
export interface ChunkTimes<N> {
  readonly forward: N;
  /** Time of the backward pass, s; without the weight gradients where the schedule runs these in separate passes. */
  readonly backward: N;
  readonly weights: N | null;
}

/** Times of a pipeline stage for the simulation of a schedule. Chunks with equal times share one object. */
export interface PipelineStage<N> {
  readonly stage: number;
  readonly chunks: readonly ChunkTimes<N>[];
}
