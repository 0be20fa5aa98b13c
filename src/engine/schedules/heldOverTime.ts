import { chunkOf, FORWARD, kindOf, WEIGHTS, WHOLE } from "./pass.ts";
import type { SimulatedRank } from "./runSchedule.ts";

/** Activation memory `held` by a rank from a point in time, s, until the next entry of a list. */
export interface HeldAt {
  readonly time: number;
  readonly held: number;
}

/**
 * Computes the activation memory of a rank over time. Each forward adds its chunk's activations at its start;
 * the pass with the gradients of the weights frees them at its end. `weightOf` gives the size of a chunk's
 * activations: bytes, or 1 to count chunks.
 */
export function heldOverTime(rank: SimulatedRank, weightOf: (chunk: number) => number): readonly HeldAt[] {
  const changes: { time: number; by: number }[] = [];
  rank.codes.forEach((code, i) => {
    const kind = kindOf(code);
    const by = weightOf(chunkOf(code));
    if (kind === FORWARD) changes.push({ time: rank.starts[i] ?? 0, by });
    else if (kind === WEIGHTS || kind === WHOLE) changes.push({ time: rank.ends[i] ?? 0, by: -by });
  });
  // At the same instant, activations are freed before the next forward adds its own.
  changes.sort((a, b) => a.time - b.time || a.by - b.by);
  const found: { time: number; held: number }[] = [];
  let held = 0;
  for (const { time, by } of changes) {
    held += by;
    const last = found.at(-1);
    if (last && last.time === time) last.held = held;
    else found.push({ time, held });
  }
  return found;
}

/**
 * Largest amount of activations that a rank holds at once. `weightOf` gives the size of a chunk's activations;
 * by default each chunk counts as 1.
 */
export function mostHeld(rank: SimulatedRank, weightOf: (chunk: number) => number = () => 1): number {
  return heldOverTime(rank, weightOf).reduce((most, { held }) => Math.max(most, held), 0);
}
