import { embeddingOperators, headOperators } from "../compute/endOperators.ts";
import { routedOperators, sharedOperators } from "../compute/expertOperators.ts";
import { type Compute, compute, layerName } from "../compute/layerTime.ts";
import { layerOperators } from "../compute/operators.ts";
import { type Again, recomputing } from "../compute/recomputed.ts";
import type { Field } from "../factor.ts";
import type { LayerContext, ModelContext } from "../layerContext.ts";
import type { Plan } from "../scenario/plan.ts";
import type { Scenario } from "../scenario.ts";
import type { Point } from "./candidates.ts";
import { contextOf } from "./contextOf.ts";
import { type Merged, memo } from "./memo.ts";
import type { Space } from "./space.ts";

/** Where the layers do not go onto the stages. */
export type Nothing = "nothing";

/** Kernels of a layer of each kind for one micro-batch. Which links a plan's groups lie on is nothing to them. */
export interface LeastKernels {
  /** The settings, as bits, that `at` depends on. */
  readonly reads: number;
  /** All of them; null where the layers do not go onto the stages. */
  at(point: Point): Summands | null;
  /** Of all but routed experts. */
  beside(point: Point): PerKind<Compute<number>> | null;
  /** Of routed experts; null in a kind of layer without any. */
  experts(point: Point): PerKind<Compute<number> | null> | null;
  /** Of the embedding and the head, which `at` leaves out. */
  ends(point: Point): readonly Compute<number>[] | null;
}

/** Something of each kind of layer, in the order of the context's kinds, and how long it takes, s. */
export interface PerKind<T> {
  readonly each: readonly T[];
  readonly seconds: readonly number[];
}

/** What a layer of each kind takes, s, in parts to be added up. They are told apart tens of thousands of times: nothing is made for that. */
export type Summands = readonly (readonly number[])[];

/** Where experts are and who gets which tokens: nothing to attention, norms, dense feed-forwards and shared experts. */
export const ofExperts: ReadonlySet<Field> = new Set<Field>(["ep", "etp", "dispatch", "balance", "capacity"]);

/** Where ranks are, and what is sent beside kernels: nothing to these. */
export const ofLinks: ReadonlySet<Field> = new Set<Field>(["rankOrder", "dp", "pp", "overlap", "schedule"]);

/**
 * Most kernels see only the tokens on their device. Unfused attention also sees the micro-batch; ranks of a ring with neighbouring tokens
 * wait for the last of them, which has most of a causal mask's scores (`coreSplit`).
 */
export const deviceTokens: Merged = {
  fields: ["microBatch", "cp", "cpOrder", "flashAttention"],
  of: ({ microBatch, cp, cpOrder, flashAttention }) =>
    `${flashAttention && cpOrder === "zigzag" ? microBatch / cp : `${microBatch}:${cp}`} ${flashAttention} ${cpOrder}`,
};

/** `reads` are the fields that a micro-batch's work reads; `of` a candidate. */
export function leastKernels(
  space: Space,
  name: string,
  reads: () => readonly Field[],
  of: (scenario: Scenario) => Scenario,
): LeastKernels {
  const fields = (): readonly Field[] => reads().filter((field) => !ofLinks.has(field));
  const beside = memo(space, {
    name: `${name}: layer kernels beside routed experts`,
    fields: () => fields().filter((field) => !ofExperts.has(field)),
    make: (scenario) => perKind(eachKind(of(scenario), besideExperts), seconds),
    merged: deviceTokens,
  });
  const experts = memo(space, {
    name: `${name}: kernels of routed experts`,
    fields,
    make: (scenario) => perKind(eachKind(of(scenario), routedExperts), seconds),
    merged: {
      fields: ["microBatch", "cp", "tp", "sequenceParallel"],
      of: (plan) => `${tokenShare(plan)}`,
    },
  });
  const ends = memo(space, {
    name: `${name}: kernels of embedding and head`,
    fields: () => fields().filter((field) => !ofExperts.has(field) && field !== "recompute"),
    make: endsOf,
    merged: deviceTokens,
  });
  return {
    get reads() {
      return beside.reads | experts.reads;
    },
    at(point) {
      const one = unlessNothing(beside.at(point));
      const other = unlessNothing(experts.at(point));
      return one && other && [one.seconds, other.seconds];
    },
    beside: (point) => unlessNothing(beside.at(point)),
    experts: (point) => unlessNothing(experts.at(point)),
    ends: (point) => unlessNothing(ends.at(point)),
  };
}

/** Sequences of a micro-batch that a device routes to experts. */
export const tokenShare = ({ microBatch, cp, tp, sequenceParallel }: Plan): number =>
  microBatch / (cp * (sequenceParallel ? tp : 1));

/** s; nothing of no kernels. */
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

function besideExperts(ctx: ModelContext<number>, kind: LayerContext<number>): Compute<number> {
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
