/** Times of one micro-batch's passes through a chunk of layers, s. */
export interface ChunkSeconds {
  readonly forward: number;
  /** Time to compute the gradients of the chunk's inputs, s. */
  readonly backward: number;
  /** Time to compute the gradients of the chunk's weights, s. */
  readonly weights: number;
}

/** Pass times of each chunk of each rank, indexed by rank, then chunk. */
export type ChunkTimesOf = readonly (readonly ChunkSeconds[])[];
