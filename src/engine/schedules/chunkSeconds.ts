/** Time of the passes through a chunk, s. */
export interface ChunkSeconds {
  readonly forward: number;
  /** Gradients of the inputs. */
  readonly backward: number;
  /** Gradients of the weights. */
  readonly weights: number;
}

/** Pass times by rank and chunk. */
export type ChunkTimesOf = readonly (readonly ChunkSeconds[])[];
