import type { Field } from "../scenario/field.ts";
import type { Plan } from "../scenario/plan.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { LayerComm } from "../trainingStep/communication/communication.ts";
import type { Compute } from "../trainingStep/compute/layerTime.ts";
import type { LayerContext } from "../trainingStep/model/layerContext.ts";
import { splitsKinds } from "../trainingStep/model/plannedKinds.ts";
import { type Core, layerCpComm } from "../trainingStep/parallel/contextParallel.ts";
import { expertComm } from "../trainingStep/parallel/expertComm.ts";
import { layerTpComm } from "../trainingStep/parallel/tensorParallel.ts";
import type { Point } from "./candidates.ts";
import type { LayerPlaces, Lookup } from "./layerPlaces.ts";
import {
  deviceTokens,
  eachKind,
  type LeastKernels,
  leastKernels,
  type Nothing,
  ofExperts,
  type PerKind,
  perKind,
  type Summands,
  tokenShare,
  unlessNothing,
  unreadByExperts,
} from "./leastKernels.ts";
import type { Space } from "./space.ts";

/**
 * Lower bounds of a layer's time for one micro-batch, forward and backward, s. They are split into parts that each depend on few
 * fields, so that many plans share one memo entry. Null where the layers do not divide over the stages.
 */
export interface LeastWork {
  /** Bounds of kernel times without recomputation. */
  readonly kernels: LeastKernels;
  /** Bit mask of the settings that `at` depends on. */
  readonly reads: number;
  /** Bit mask of the settings that the bound with recomputation (`whole`) depends on. */
  readonly wholeReads: number;
  /** Seconds of kernels and of tensor- and expert-parallel collectives that nothing overlaps. */
  at(point: Point): Summands | null;
  /** Seconds of kernels with recomputation, and of collectives and context-parallel sends that nothing overlaps. */
  whole(point: Point): Summands | null;
  /** Seconds of kernels and exposed collectives, split into forward pass, input gradients and weight gradients. */
  ways(point: Point): LeastWays | null;
}

export interface LeastWays {
  /** Times of one layer of each kind. */
  readonly layers: readonly Ways[];
  /** Kernel times of the embedding and the head. */
  readonly ends: readonly Ways[];
}

/** Seconds of a layer or a part of it: forward, input gradients (with recomputation), weight gradients. */
export interface Ways {
  readonly forward: number;
  readonly inputs: number;
  readonly weights: number;
}
/** Fields of matmuls and of sharded state: context-parallel sends and the attention that overlaps them do not depend on them. */
const unreadBySends: ReadonlySet<Field> = new Set<Field>([
  ...(["zero", "dpShard", "reshardAfter", "gradientScatter", "numMicroBatches"] as const),
  ...(["lora", "frozen", "sparsity", "sequenceParallel", "overlap"] as const),
]);

const NO_TIME: Ways = { forward: 0, inputs: 0, weights: 0 };

/** Seconds of a layer without its routed experts. `core`: the part of these seconds in the attention core. */
interface OutsideExperts extends Ways {
  readonly core: Core<number>;
}

/** Makes the memos of a layer's lower bounds. `reads`: fields that a micro-batch's work depends on. */
export function leastWork(space: Space, places: LayerPlaces, reads: () => readonly Field[]): LeastWork {
  const firstReads = (): readonly Field[] => reads().filter((field) => field !== "recompute");
  const kernels = leastKernels(space, "first run", firstReads, withoutRecompute);
  const first = halves(places, "first run", firstReads, withoutRecompute, kernels);
  const asItIs = (scenario: Scenario): Scenario =>
    splitsKinds(scenario.plan) ? withoutRecompute(scenario) : scenario;
  const all = halves(
    places,
    "with recomputation",
    reads,
    asItIs,
    leastKernels(space, "with recomputation", reads, asItIs),
    first,
  );
  const sends = places.memo<PerKind<Ways> | Nothing>("outside experts", {
    name: "context-parallel sends",
    fields: () => reads().filter((field) => !ofExperts.has(field) && !unreadBySends.has(field)),
    make: (scenario, point) => {
      const cores = unlessNothing(first.outsideExperts.at(point))?.each;
      if (!cores) return "nothing";
      // Without context parallelism nothing is sent, so no context is needed.
      if (scenario.plan.cp === 1)
        return perKind(
          cores.map(() => NO_TIME),
          inAll,
        );
      const sent = eachKind(asItIs(scenario), (_, kind, i) =>
        exposed(layerCpComm(kind, cores[i]?.core ?? NO_CORE)),
      );
      return perKind(sent, inAll);
    },
  });
  const parts = (point: Point) => {
    const outside = unlessNothing(all.outsideExperts.at(point));
    const experts = unlessNothing(all.experts.at(point));
    const sent = unlessNothing(sends.at(point));
    return outside && experts && sent && { outside, experts, sent };
  };
  return {
    kernels,
    get reads() {
      return first.outsideExperts.reads | first.experts.reads;
    },
    get wholeReads() {
      return all.outsideExperts.reads | all.experts.reads | sends.reads;
    },
    at(point) {
      const outside = unlessNothing(first.outsideExperts.at(point));
      const experts = unlessNothing(first.experts.at(point));
      return outside && experts && [outside.seconds, experts.seconds];
    },
    whole(point) {
      const found = parts(point);
      return found && [found.outside.seconds, found.experts.seconds, found.sent.seconds];
    },
    ways(point) {
      const found = parts(point);
      const ends = kernels.ends(point);
      if (found === null || ends === null) return null;
      const { outside, experts, sent } = found;
      const layers = outside.each.map((own, i) =>
        together(own, together(experts.each[i] ?? NO_TIME, sent.each[i] ?? NO_TIME)),
      );
      return { layers, ends: ends.map(kernelWays) };
    },
  };
}

/** Memos of a layer's two parts: without routed experts, and routed experts alone. */
interface Halves {
  readonly outsideExperts: Lookup<PerKind<OutsideExperts> | Nothing>;
  readonly experts: Lookup<PerKind<Ways> | Nothing>;
}

/**
 * Makes the memos of a layer's two parts for the scenario `of(scenario)`. Reuses the values of `known`, which are without
 * recomputation, where recomputation adds nothing to the bound.
 */
function halves(
  places: LayerPlaces,
  name: string,
  reads: () => readonly Field[],
  of: (scenario: Scenario) => Scenario,
  kernels: LeastKernels,
  known: Halves | null = null,
): Halves {
  const expertFields = ["microBatch", "cp", "tp", "sequenceParallel", "overlap"] as const;
  return {
    outsideExperts: places.memo<PerKind<OutsideExperts> | Nothing>("outside experts", {
      name: `${name}: layer without routed experts`,
      fields: () => reads().filter((field) => !ofExperts.has(field)),
      make: (scenario, point) =>
        (known && isKnown(scenario) ? known.outsideExperts.at(point) : null) ??
        withSends(of(scenario), kernels.outsideExperts(point), timesOutsideExperts),
      merged: {
        fields: [...deviceTokens.fields, "overlap"],
        of: (plan) => `${deviceTokens.of(plan)} ${plan.overlap.tp}`,
      },
    }),
    experts: places.memo<PerKind<Ways> | Nothing>("layer", {
      name: `${name}: routed experts`,
      fields: () => reads().filter((field) => !unreadByExperts.has(field)),
      make: (scenario, point) =>
        (known && isKnown(scenario) ? known.experts.at(point) : null) ??
        withSends(of(scenario), kernels.experts(point), routedExperts),
      merged: { fields: expertFields, of: (plan) => `${tokenShare(plan)} ${hidesTokens(plan)}` },
    }),
  };
}

const together = (one: Ways, other: Ways): Ways => ({
  forward: one.forward + other.forward,
  inputs: one.inputs + other.inputs,
  weights: one.weights + other.weights,
});

const inAll = ({ forward, inputs, weights }: Ways): number => forward + inputs + weights;

/**
 * True where the bound without recomputation is also the layer's bound: no layer is recomputed, or only some layers of a kind
 * are.
 */
const isKnown = ({ plan }: Scenario): boolean => plan.recompute.kind === "none" || splitsKinds(plan);

/** The scenario without recomputation. Returns the same object each time, because contexts are memoised by scenario. */
function withoutRecompute(scenario: Scenario): Scenario {
  if (scenario.plan.recompute.kind === "none") return scenario;
  const known = unrecomputed.get(scenario);
  if (known) return known;
  const made: Scenario = {
    ...scenario,
    plan: { ...scenario.plan, recompute: { kind: "none", modules: [] } },
  };
  unrecomputed.set(scenario, made);
  return made;
}

const unrecomputed = new WeakMap<Scenario, Scenario>();

const NO_CORE: Core<number> = { forward: 0, backward: 0 };

/** True where computation overlaps the expert-parallel all-to-alls of tokens. */
const hidesTokens = ({ overlap }: Plan): boolean => overlap.ep || overlap.sharedExperts;

function withSends<K, T extends Ways>(
  scenario: Scenario,
  kernels: PerKind<K> | null,
  of: (kind: LayerContext<number>, kernels: K) => T,
): PerKind<T> | Nothing {
  if (!kernels) return "nothing";
  const each = eachKind(scenario, (_, kind, i) => of(kind, kernels.each[i] as K));
  return perKind(each, inAll);
}

/** Seconds of a layer's kernels without routed experts, and of tensor-parallel collectives that nothing overlaps. */
function timesOutsideExperts(kind: LayerContext<number>, work: Compute<number>): OutsideExperts {
  const { plan } = kind.scenario;
  const hidden = plan.overlap.tp && plan.sequenceParallel;
  const sent = hidden ? NO_TIME : exposed(layerTpComm(kind, work));
  return { ...together(kernelWays(work), sent), core: work.core };
}

/** Seconds of routed experts' kernels, and of all-to-alls of tokens that nothing overlaps. */
function routedExperts(kind: LayerContext<number>, work: Compute<number> | null): Ways {
  if (!kind.experts || !work) return NO_TIME;
  if (hidesTokens(kind.scenario.plan)) return kernelWays(work);
  return together(kernelWays(work), exposed(expertComm(kind, { ...kind.experts, n_h: null }, work)));
}

const kernelWays = ({ forward, backward, recompute, weights }: Compute<number>): Ways => ({
  forward,
  inputs: backward - weights + recompute,
  weights,
});

const exposed = ({ forward, recompute, backward }: LayerComm<number>): Ways => ({
  forward: exposedIn(forward),
  inputs: exposedIn(recompute) + exposedIn(backward),
  weights: 0,
});

const exposedIn = (sent: LayerComm<number>["forward"]): number =>
  sent.reduce((sum, { exposed }) => sum + exposed, 0);
