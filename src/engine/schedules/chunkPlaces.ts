import type { ChunkTimesOf } from "./chunkSeconds.ts";

/** Index into a list of times for each pass through a chunk; null for a pass that does not exist. */
export interface ChunkPlace {
  readonly forward: number;
  readonly backward: number;
  readonly weights: number | null;
}

/** Time indices of each rank's chunks. Passes of equal time have the same index. */
export type ChunkPlaces = readonly (readonly ChunkPlace[])[];

export const chunkTimes = (places: ChunkPlaces, seconds: readonly number[]): ChunkTimesOf =>
  places.map((chunks) =>
    chunks.map(({ forward, backward, weights }) => ({
      forward: seconds[forward] ?? 0,
      backward: seconds[backward] ?? 0,
      weights: weights === null ? 0 : (seconds[weights] ?? 0),
    })),
  );
