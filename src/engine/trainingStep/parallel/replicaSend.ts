import type { Beside } from "../communication/beside.ts";

/** Passes of an update that what replicas send runs beside: some at its ends, all forward, all backward, or as gradients are scattered. */
export type Stretch = "first forward" | "last backward" | "forward" | "backward" | "scatter";

/** A collective of the replicas in each of its ways, and what it runs beside; null where nothing hides it. */
export interface ReplicaSend<N> {
  readonly during: Stretch | null;
  readonly ways: readonly Beside<N>[];
}
