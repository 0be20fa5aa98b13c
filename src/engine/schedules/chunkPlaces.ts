import type { ChunkTimesOf } from "./chunkSeconds.ts";

/**
 * Indices of one chunk's pass times in a list of distinct pass times. An index is null where the schedule has
 * no such pass.
 */
export interface ChunkPlace {
  readonly forward: number;
  readonly backward: number;
  readonly weights: number | null;
}

/** Indices of pass times for each chunk of each rank. Passes of equal time have the same index. */
export type ChunkPlaces = readonly (readonly ChunkPlace[])[];

export const chunkTimes = (places: ChunkPlaces, seconds: readonly number[]): ChunkTimesOf =>
  places.map((chunks) =>
    chunks.map(({ forward, backward, weights }) => ({
      forward: seconds[forward] ?? 0,
      backward: seconds[backward] ?? 0,
      weights: weights === null ? 0 : (seconds[weights] ?? 0),
    })),
  );
