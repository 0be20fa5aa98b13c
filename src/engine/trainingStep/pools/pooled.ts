import type { Breakdown } from "../../estimate/breakdown.ts";
import type { MemoryEstimate } from "../../estimate/estimate.ts";
import type { PoolEstimate } from "../../estimate/poolEstimate.ts";
import type { ModelContext } from "../model/layerContext.ts";
import type { StepTime } from "../step/stepTime.ts";

/** Step and memory of a plan on pools of unlike devices. */
export interface Pooled<N> extends StepTime<N> {
  /** Memory of the devices that are fullest relative to their own capacity. */
  readonly memory: MemoryEstimate<N>;
  readonly pools: readonly PoolEstimate<N>[];
  readonly members: readonly PoolMember<N>[];
  /** Mean peak rate of a device over all pools, FLOP/s. */
  readonly peakRate: N;
}

/** A pool in a step: its context, its own step with all waits, and its part of the step's work. */
export interface PoolMember<N> {
  readonly ctx: ModelContext<N>;
  readonly name: string;
  readonly devices: number;
  readonly step: Breakdown<N>;
  /** The pool's micro-batches or layers, and those of all pools. */
  readonly share: readonly [own: number, all: number];
}
