import type { Overlapping } from "../communication/overlap.ts";

/**
 * Passes of an update that a replica collective overlaps: the first or last ones, all forward, all backward,
 * or those between gradient scatters.
 */
export type Stretch = "first forward" | "last backward" | "forward" | "backward" | "scatter";

/**
 * A collective of the replicas, with its variants. `during` is what it overlaps, null where it is fully
 * exposed.
 */
export interface ReplicaSend<N> {
  readonly during: Stretch | null;
  readonly ways: readonly Overlapping<N>[];
}
