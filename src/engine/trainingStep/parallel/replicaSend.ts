import type { Overlapping } from "../communication/overlap.ts";

/**
 * Stretch of passes in an update that a data-parallel collective can overlap: the first forward or last backward
 * passes, all forward or all backward passes, or (`scatter`) all passes after the first gradients to reduce are
 * complete.
 */
export type Stretch = "first forward" | "last backward" | "forward" | "backward" | "scatter";

/**
 * A data-parallel collective, in variants (`ways`) that run in different steps. `during` is the stretch of passes that
 * it overlaps; null where it is fully exposed.
 */
export interface ReplicaSend<N> {
  readonly during: Stretch | null;
  readonly ways: readonly Overlapping<N>[];
}
