/** What a pass through a chunk takes, s. */
export interface ChunkSeconds {
  readonly forward: number;
  /** Gradients of the inputs. */
  readonly backward: number;
  /** Gradients of the weights. */
  readonly weights: number;
}

/** Of each rank's chunks. */
export type ChunkTimesOf = readonly (readonly ChunkSeconds[])[];
