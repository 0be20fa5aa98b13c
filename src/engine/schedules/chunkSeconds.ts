/** Time of the passes through a chunk, s. */
export interface ChunkSeconds {
  readonly forward: number;
  /** Time of the gradients of the inputs. */
  readonly backward: number;
  /** Time of the gradients of the weights. */
  readonly weights: number;
}

/** Pass times by rank and chunk. */
export type ChunkTimesOf = readonly (readonly ChunkSeconds[])[];
