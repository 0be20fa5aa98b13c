import type { ChunkTimesOf } from "./chunkSeconds.ts";

/** Which of a list of times each pass through a chunk takes; null for one that there is not. */
export interface ChunkPlace {
  readonly forward: number;
  readonly backward: number;
  readonly weights: number | null;
}

/** Of each rank's chunks: passes of equal time have one place. */
export type ChunkPlaces = readonly (readonly ChunkPlace[])[];

export const chunkTimes = (places: ChunkPlaces, seconds: readonly number[]): ChunkTimesOf =>
  places.map((chunks) =>
    chunks.map(({ forward, backward, weights }) => ({
      forward: seconds[forward] ?? 0,
      backward: seconds[backward] ?? 0,
      weights: weights === null ? 0 : (seconds[weights] ?? 0),
    })),
  );
