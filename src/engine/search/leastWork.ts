import type { LayerComm } from "../communication/communication.ts";
import { type Core, layerCpComm } from "../communication/parallel/contextParallel.ts";
import { expertComm } from "../communication/parallel/expertComm.ts";
import { layerTpComm } from "../communication/parallel/tensorParallel.ts";
import type { Compute } from "../compute/layerTime.ts";
import type { Field } from "../factor.ts";
import type { LayerContext } from "../layerContext.ts";
import { splitsKinds } from "../model/plannedKinds.ts";
import type { Plan } from "../scenario/plan.ts";
import type { Scenario } from "../scenario.ts";
import type { Point } from "./candidates.ts";
import type { LayerPlaces, Lookup } from "./layerPlaces.ts";
import {
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
} from "./leastKernels.ts";
import type { Space } from "./space.ts";

/**
 * What a layer of each kind takes at least for one micro-batch, forward and backward, s: summands of it, each by what
 * it reads alone, so that few are worked out for all the plans of a space. Null where the layers do not go onto the stages.
 */
export interface LeastWork {
  /** Kernels but those that run again. */
  readonly kernels: LeastKernels;
  /** The settings, as bits, that `at` depends on, and `whole`. */
  readonly reads: number;
  readonly wholeReads: number;
  /** With collectives of tensor and expert parallelism where nothing hides them. */
  at(point: Point): Summands | null;
  /** With what is recomputed of every layer, and what of the sends of context parallelism attention does not hide. */
  whole(point: Point): Summands | null;
  /** The same way by way. */
  ways(point: Point): LeastWays | null;
}

export interface LeastWays {
  /** Of each kind of layer. */
  readonly layers: readonly Ways[];
  /** Kernels of the embedding and of the head. */
  readonly ends: readonly Ways[];
}

/** What a layer, or a part of it, takes, s: forward, the gradients of its inputs with what is computed again, and those of its weights. */
export interface Ways {
  readonly forward: number;
  readonly inputs: number;
  readonly weights: number;
}
const NO_TIME: Ways = { forward: 0, inputs: 0, weights: 0 };

/** A layer's work beside routed experts, and of it the attention core. */
interface Beside extends Ways {
  readonly core: Core<number>;
}

/** `reads` are the fields that a micro-batch's work reads. */
export function leastWork(space: Space, places: LayerPlaces, reads: () => readonly Field[]): LeastWork {
  const firstReads = (): readonly Field[] => reads().filter((field) => field !== "recompute");
  const kernels = leastKernels(space, firstReads, withoutRecompute);
  const first = halves(places, firstReads, withoutRecompute, kernels);
  const asItIs = (scenario: Scenario): Scenario =>
    splitsKinds(scenario.plan) ? withoutRecompute(scenario) : scenario;
  const all = halves(places, reads, asItIs, leastKernels(space, reads, asItIs), first);
  const sends = places.remembered<PerKind<Ways> | Nothing>(
    "on experts",
    () => reads().filter((field) => !ofExperts.has(field)),
    (scenario, point) => {
      const cores = unlessNothing(first.beside.at(point))?.each;
      if (!cores) return "nothing";
      // Nothing is sent, which needs no context to be known.
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
  );
  const parts = (point: Point) => {
    const beside = unlessNothing(all.beside.at(point));
    const experts = unlessNothing(all.experts.at(point));
    const sent = unlessNothing(sends.at(point));
    return beside && experts && sent && { beside, experts, sent };
  };
  return {
    kernels,
    get reads() {
      return first.beside.reads | first.experts.reads;
    },
    get wholeReads() {
      return all.beside.reads | all.experts.reads | sends.reads;
    },
    at(point) {
      const beside = unlessNothing(first.beside.at(point));
      const experts = unlessNothing(first.experts.at(point));
      return beside && experts && [beside.seconds, experts.seconds];
    },
    whole(point) {
      const found = parts(point);
      return found && [found.beside.seconds, found.experts.seconds, found.sent.seconds];
    },
    ways(point) {
      const found = parts(point);
      const ends = kernels.ends(point);
      if (found === null || ends === null) return null;
      const { beside, experts, sent } = found;
      const layers = beside.each.map((own, i) =>
        together(own, together(experts.each[i] ?? NO_TIME, sent.each[i] ?? NO_TIME)),
      );
      return { layers, ends: ends.map(kernelWays) };
    },
  };
}

/** The two that kernels and collectives are worked out as. */
interface Halves {
  readonly beside: Lookup<PerKind<Beside> | Nothing>;
  readonly experts: Lookup<PerKind<Ways> | Nothing>;
}

/** `of` a candidate; what `known` has where that is all. */
function halves(
  places: LayerPlaces,
  reads: () => readonly Field[],
  of: (scenario: Scenario) => Scenario,
  kernels: LeastKernels,
  known: Halves | null = null,
): Halves {
  const besideFields = ["microBatch", "cp", "flashAttention", "overlap"] as const;
  const expertFields = ["microBatch", "cp", "tp", "sequenceParallel", "overlap"] as const;
  return {
    beside: places.remembered<PerKind<Beside> | Nothing>(
      "on experts",
      () => reads().filter((field) => !ofExperts.has(field)),
      (scenario, point) =>
        (known && isKnown(scenario) ? known.beside.at(point) : null) ??
        withSends(of(scenario), kernels.beside(point), besideExperts),
      {
        fields: besideFields,
        // But for unfused attention, kernels see the tokens on their device alone.
        of: ({ microBatch, cp, flashAttention, overlap }) =>
          `${flashAttention ? microBatch / cp : `${microBatch}:${cp}`} ${overlap.tp}`,
      },
    ),
    experts: places.remembered<PerKind<Ways> | Nothing>(
      "layer",
      reads,
      (scenario, point) =>
        (known && isKnown(scenario) ? known.experts.at(point) : null) ??
        withSends(of(scenario), kernels.experts(point), routedExperts),
      { fields: expertFields, of: (plan) => `${tokenShare(plan)} ${hidesTokens(plan)}` },
    ),
  };
}

const together = (one: Ways, other: Ways): Ways => ({
  forward: one.forward + other.forward,
  inputs: one.inputs + other.inputs,
  weights: one.weights + other.weights,
});

const inAll = ({ forward, inputs, weights }: Ways): number => forward + inputs + weights;

/** Whether the least that a layer takes is what it takes without recomputation: where none is recomputed, or not all of a kind alike. */
const isKnown = ({ plan }: Scenario): boolean => plan.recompute.kind === "none" || splitsKinds(plan);

/** What is recomputed comes on top. The same one for a scenario each time: what is read of it is worked out once (`contextOf`). */
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

/** Whether anything hides exchanges of tokens. */
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

/** Kernels of all but routed experts, and tensor-parallel collectives where nothing hides them. */
function besideExperts(kind: LayerContext<number>, work: Compute<number>): Beside {
  const { plan } = kind.scenario;
  const hidden = plan.overlap.tp && plan.sequenceParallel;
  const sent = hidden ? NO_TIME : exposed(layerTpComm(kind, work));
  return { ...together(kernelWays(work), sent), core: work.core };
}

/** Kernels of routed experts, and the exchange of tokens where nothing hides it. */
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
