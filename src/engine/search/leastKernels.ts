import { lazy } from "../core/lazy.ts";
import type { Field } from "../scenario/field.ts";
import type { Plan } from "../scenario/plan.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { embeddingOperators, headOperators } from "../trainingStep/compute/endOperators.ts";
import { routedOperators, sharedOperators } from "../trainingStep/compute/expertOperators.ts";
import { type Compute, compute, layerName } from "../trainingStep/compute/layerTime.ts";
import { layerOperators } from "../trainingStep/compute/operators.ts";
import { type Again, recomputing } from "../trainingStep/kernels/recomputed.ts";
import type { LayerContext, ModelContext } from "../trainingStep/model/layerContext.ts";
import type { Point } from "./candidates.ts";
import { contextOf } from "./contextOf.ts";
import { type Merged, memo } from "./memo.ts";
import type { Space } from "./space.ts";

/** Memoised value of a plan whose layers do not divide over its stages. `null` means instead that a point has no scenario. */
export type Nothing = "nothing";

/** Kernel times of one layer of each kind for one micro-batch. They do not depend on links or rank placement. */
export interface LeastKernels {
  /** Bit mask of the settings that `at` depends on. */
  readonly reads: number;
  /**
   * Kernel seconds of a layer for one micro-batch, by kind of layer, in two parts: without routed experts, and routed experts
   * alone. Null where the layers do not divide over the stages.
   */
  at(point: Point): Summands | null;
  /** Kernel times of a layer without its routed experts, by kind of layer. */
  outsideExperts(point: Point): PerKind<Compute<number>> | null;
  /** Kernel times of a layer's routed experts, by kind of layer; null for a kind without experts. */
  experts(point: Point): PerKind<Compute<number> | null> | null;
  /** Kernel times of the embedding and the head, which `at` leaves out. */
  ends(point: Point): readonly Compute<number>[] | null;
}

/** `each`: one value per kind of layer, in the order of `ModelContext.kinds`. `seconds`: the duration of each value, s. */
export interface PerKind<T> {
  readonly each: readonly T[];
  readonly seconds: readonly number[];
}

/**
 * Parts of a layer's time to be added up, each an array of seconds by kind of layer. Parts stay apart because tens of thousands of lookups
 * must allocate nothing.
 */
export type Summands = readonly (readonly number[])[];

/** Fields of expert placement and routing: attention, norms, dense feed-forwards and shared experts do not depend on them. */
export const ofExperts: ReadonlySet<Field> = new Set<Field>(["ep", "etp", "dispatch", "balance", "capacity"]);

/** Fields of attention, of dense feed-forwards and of sharded state: routed experts do not depend on them, neither their kernels nor the tokens' all-to-alls. */
export const unreadByExperts: ReadonlySet<Field> = new Set<Field>([
  ...(["cpType", "cpHeads", "cpOrder", "documents", "encoderSeqLen", "flashAttention"] as const),
  ...(["zero", "dpShard", "reshardAfter", "gradientScatter", "sparsity", "numMicroBatches"] as const),
]);

/** Fields of rank placement and overlap: kernels do not depend on them. */
export const ofLinks: ReadonlySet<Field> = new Set<Field>(["rankOrder", "dp", "pp", "overlap", "schedule"]);

/**
 * Fields of layers alone: kernels of the embedding and the head do not depend on them. Both compute in 16 bits or more, so no
 * weights are cast once for all micro-batches.
 */
const unreadByEnds: ReadonlySet<Field> = new Set<Field>([
  ...(["recompute", "cpType", "cpHeads", "cpOrder", "documents", "encoderSeqLen"] as const),
  ...(["flashAttention", "sparsity", "numMicroBatches"] as const),
]);

/**
 * Memo key of the tokens of a micro-batch on one device. Most kernels depend only on their number, so candidates with equal
 * `microBatch / cp` share a value. Both numbers stay in the key for unfused attention, which also depends on the micro-batch,
 * and for neighbouring tokens in a ring, whose ranks wait for the last one with most of a causal mask's scores (`coreSplit`).
 */
export const deviceTokens: Merged = {
  fields: ["microBatch", "cp", "cpOrder", "flashAttention"],
  of: ({ microBatch, cp, cpOrder, flashAttention }) =>
    `${flashAttention && cpOrder === "zigzag" ? microBatch / cp : `${microBatch}:${cp}`} ${flashAttention} ${cpOrder}`,
};

/**
 * Makes the memos of kernel times. `reads`: fields that a micro-batch's work depends on. `of`: the variant of a candidate to
 * evaluate, such as the one without recomputation.
 */
export function leastKernels(
  space: Space,
  name: string,
  reads: () => readonly Field[],
  of: (scenario: Scenario) => Scenario,
): LeastKernels {
  const fields = (): readonly Field[] => reads().filter((field) => !ofLinks.has(field));
  const outside = memo(space, {
    name: `${name}: layer kernels outside routed experts`,
    fields: () => fields().filter((field) => !ofExperts.has(field)),
    make: (scenario) => perKind(eachKind(of(scenario), kernelsOutsideExperts), seconds),
    merged: deviceTokens,
  });
  const experts = memo(space, {
    name: `${name}: kernels of routed experts`,
    fields: () => fields().filter((field) => !unreadByExperts.has(field)),
    make: (scenario) => perKind(eachKind(of(scenario), routedExperts), seconds),
    merged: {
      fields: ["microBatch", "cp", "tp", "sequenceParallel"],
      of: (plan) => `${tokenShare(plan)}`,
    },
  });
  // Recomputation leaves the ends as they are, so that only the variant without it is asked for them.
  const ends = lazy(() =>
    memo(space, {
      name: `${name}: kernels of embedding and head`,
      fields: () => fields().filter((field) => !ofExperts.has(field) && !unreadByEnds.has(field)),
      make: endsOf,
      merged: { fields: ["microBatch", "cp"], of: ({ microBatch, cp }) => `${microBatch / cp}` },
    }),
  );
  return {
    get reads() {
      return outside.reads | experts.reads;
    },
    at(point) {
      const one = unlessNothing(outside.at(point));
      const other = unlessNothing(experts.at(point));
      return one && other && [one.seconds, other.seconds];
    },
    outsideExperts: (point) => unlessNothing(outside.at(point)),
    experts: (point) => unlessNothing(experts.at(point)),
    ends: (point) => unlessNothing(ends().at(point)),
  };
}

/**
 * Sequences of a micro-batch whose tokens one device routes to experts. A fraction where context or sequence parallelism
 * shards the sequences.
 */
export const tokenShare = ({ microBatch, cp, tp, sequenceParallel }: Plan): number =>
  microBatch / (cp * (sequenceParallel ? tp : 1));

/** Seconds of a layer's kernels, forward, backward and recomputed; 0 for no kernels. */
export const seconds = (kernels: Compute<number> | null): number =>
  kernels ? kernels.forward + kernels.backward + kernels.recompute : 0;

export const unlessNothing = <T>(found: T | Nothing | null): T | null => (found === "nothing" ? null : found);

export const perKind = <T>(
  each: readonly T[] | Nothing,
  seconds: (one: T) => number,
): PerKind<T> | Nothing => (each === "nothing" ? each : { each, seconds: each.map(seconds) });

export function eachKind<T>(
  scenario: Scenario,
  of: (ctx: ModelContext<number>, kind: LayerContext<number>, at: number) => T,
): readonly T[] | Nothing {
  const ctx = contextOf(scenario);
  return ctx ? ctx.kinds.map((kind, at) => of(ctx, kind, at)) : "nothing";
}

function kernelsOutsideExperts(ctx: ModelContext<number>, kind: LayerContext<number>): Compute<number> {
  const name = layerName(ctx, kind);
  if (!kind.experts) return compute(ctx, name, layerOperators(kind));
  const others = layerOperators({ ...kind, experts: null, feedForward: "none" });
  return compute(ctx, name, [...others, ...sharedOperators(kind, kind.experts, againOf(kind))]);
}

const againOf = ({ recompute, scenario }: LayerContext<number>): Again =>
  recomputing({ recompute, framework: scenario.plan.framework });

function endsOf(scenario: Scenario): readonly Compute<number>[] | Nothing {
  const ctx = contextOf(scenario);
  if (!ctx) return "nothing";
  return [embeddingOperators, headOperators].map((of) => compute(ctx, "an end", of(ctx)));
}

function routedExperts(ctx: ModelContext<number>, kind: LayerContext<number>): Compute<number> | null {
  if (!kind.experts) return null;
  return compute(ctx, layerName(ctx, kind), routedOperators(kind, kind.experts, againOf(kind)));
}
