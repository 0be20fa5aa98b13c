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
  seconds,
  tokenShare,
} from "./leastKernels.ts";
import { Pairs } from "./pairs.ts";
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
  at(point: Point): readonly number[] | null;
  /** With what is recomputed of every layer, and what of the sends of context parallelism attention does not hide. */
  whole(point: Point): readonly number[] | null;
}

/** A layer's work beside routed experts, s, and of it the attention core. */
interface Beside {
  readonly seconds: number;
  readonly core: Core<number>;
}

/** `reads` are the fields that a micro-batch's work reads. */
export function leastWork(space: Space, places: LayerPlaces, reads: () => readonly Field[]): LeastWork {
  const firstReads = (): readonly Field[] => reads().filter((field) => field !== "recompute");
  const kernels = leastKernels(space, firstReads, withoutRecompute);
  const first = summands(places, firstReads, withoutRecompute, kernels);
  const asItIs = (scenario: Scenario): Scenario =>
    splitsKinds(scenario.plan) ? withoutRecompute(scenario) : scenario;
  const all = summands(places, reads, asItIs, leastKernels(space, reads, asItIs), first);
  const sends = places.remembered<readonly number[] | Nothing>(
    "beside experts",
    () => reads().filter((field) => !ofExperts.has(field)),
    (scenario, point) => {
      const cores = first.beside.at(point);
      if (cores === null || cores === "nothing") return "nothing";
      // Nothing is sent, which needs no context to be known.
      if (scenario.plan.cp === 1) return cores.map(() => 0);
      return eachKind(asItIs(scenario), (_, kind, i) => {
        return exposed(layerCpComm(kind, cores[i]?.core ?? NO_CORE));
      });
    },
  );
  return {
    kernels,
    get reads() {
      return first.beside.reads | first.experts.reads;
    },
    get wholeReads() {
      return all.beside.reads | all.experts.reads | sends.reads;
    },
    at: (point) => summed(first, point),
    whole(point) {
      const work = summed(all, point);
      const sent = sends.at(point);
      return work && sent && sent !== "nothing" ? work.map((seconds, i) => seconds + (sent[i] ?? 0)) : null;
    },
  };
}

/** The two that kernels and collectives are worked out as. */
interface Summands {
  readonly beside: Lookup<readonly Beside[] | Nothing>;
  readonly experts: Lookup<readonly number[] | Nothing>;
}

/** `of` a candidate; what `known` has where that is all. */
function summands(
  places: LayerPlaces,
  reads: () => readonly Field[],
  of: (scenario: Scenario) => Scenario,
  kernels: LeastKernels,
  known: Summands | null = null,
): Summands {
  const besideFields = ["microBatch", "cp", "flashAttention", "overlap"] as const;
  const expertFields = ["microBatch", "cp", "tp", "sequenceParallel", "overlap"] as const;
  return {
    beside: places.remembered<readonly Beside[] | Nothing>(
      "beside experts",
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
    experts: places.remembered<readonly number[] | Nothing>(
      "layer",
      reads,
      (scenario, point) =>
        (known && isKnown(scenario) ? known.experts.at(point) : null) ??
        withSends(of(scenario), kernels.experts(point), routedExperts),
      { fields: expertFields, of: (plan) => `${tokenShare(plan)} ${hidesTokens(plan)}` },
    ),
  };
}

function summed({ beside, experts }: Summands, point: Point): readonly number[] | null {
  const one = beside.at(point);
  const other = experts.at(point);
  if (one === null || other === null || one === "nothing" || other === "nothing") return null;
  return sums.of(one, other);
}

const sums = new Pairs((one: readonly Beside[], other: readonly number[]): readonly number[] =>
  one.map(({ seconds }, i) => seconds + (other[i] ?? 0)),
);

/** Whether the least that a layer takes is what it takes without recomputation: where none is recomputed, or not all of a kind alike. */
const isKnown = ({ plan }: Scenario): boolean => plan.recompute.kind === "none" || splitsKinds(plan);

/** What is recomputed comes on top. The same one for a scenario each time: what is read of it is worked out once (`contextOf`). */
function withoutRecompute(scenario: Scenario): Scenario {
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

function withSends<K, T>(
  scenario: Scenario,
  kernels: readonly K[] | null,
  of: (kind: LayerContext<number>, kernels: K) => T,
): readonly T[] | Nothing {
  return kernels ? eachKind(scenario, (_, kind, i) => of(kind, kernels[i] as K)) : "nothing";
}

/** Kernels of all but routed and shared experts, and tensor-parallel collectives where nothing hides them. */
function besideExperts(kind: LayerContext<number>, work: Compute<number>): Beside {
  const { plan } = kind.scenario;
  const hidden = plan.overlap.tp && plan.sequenceParallel;
  return {
    seconds: seconds(work) + (hidden ? 0 : exposed(layerTpComm(kind, work))),
    core: work.core,
  };
}

/** Kernels of routed experts, and the exchange of tokens where nothing hides it. */
function routedExperts(kind: LayerContext<number>, work: Compute<number> | null): number {
  if (!kind.experts || !work) return 0;
  if (hidesTokens(kind.scenario.plan)) return seconds(work);
  return seconds(work) + exposed(expertComm(kind, { ...kind.experts, n_h: null }, work));
}

const exposed = ({ forward, recompute, backward }: LayerComm<number>): number =>
  [...forward, ...recompute, ...backward].reduce((sum, { exposed }) => sum + exposed, 0);
