import { layerTpComm, type Recurring } from "../communication/communication.ts";
import { type Core, layerCpComm } from "../communication/contextParallel.ts";
import { expertComm } from "../communication/expertComm.ts";
import { expertOperators } from "../compute/expertOperators.ts";
import { type Compute, compute, layerName } from "../compute/layerTime.ts";
import { layerOperators } from "../compute/operators.ts";
import { recomputing } from "../compute/recomputed.ts";
import type { Field } from "../factor.ts";
import type { LayerContext, ModelContext } from "../layerContext.ts";
import type { Plan } from "../scenario/plan.ts";
import type { Scenario } from "../scenario.ts";
import type { Point } from "./candidates.ts";
import { contextOf } from "./contextOf.ts";
import { Remembered } from "./remembered.ts";
import type { Space } from "./space.ts";

/**
 * What a layer of each kind takes at least for one micro-batch, forward and backward, s: summands of it, each by what
 * it reads alone, so that few are worked out for all the plans of a space. Null where the layers do not go onto the stages.
 */
export interface LeastWork {
  /** The settings, as bits, that `at` depends on, and `whole`. */
  readonly reads: number;
  readonly wholeReads: number;
  /** Kernels but those that run again, and collectives of tensor and expert parallelism where nothing hides them. */
  at(point: Point): readonly number[] | null;
  /** With what is recomputed, and what of the sends of context parallelism attention does not hide. */
  whole(point: Point): readonly number[] | null;
}

/** A layer's work beside routed experts, s, and of it the attention core. */
interface Beside {
  readonly seconds: number;
  readonly core: Core<number>;
}

/** Where experts are and who gets which tokens: nothing to attention, norms and dense feed-forwards. */
const ofExperts: ReadonlySet<Field> = new Set<Field>(["ep", "etp", "dispatch", "balance", "capacity"]);

/** `reads` are the fields that a micro-batch's work reads. */
export function leastWork(space: Space, reads: () => readonly Field[]): LeastWork {
  const first = summands(space, () => reads().filter((field) => field !== "recompute"), withoutRecompute);
  const all = summands(space, reads, (scenario) => scenario, first);
  const sends = new Remembered<readonly number[] | Nothing>(
    space,
    () => reads().filter((field) => !ofExperts.has(field)),
    (scenario, point) => {
      const cores = first.beside.at(point);
      if (cores === null || cores === "nothing") return "nothing";
      return eachKind(scenario, (_, kind, i) => {
        const { forward, backward } = layerCpComm(kind, cores[i]?.core ?? NO_CORE);
        return exposed([...forward, ...backward]);
      });
    },
  );
  return {
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
  readonly beside: Remembered<readonly Beside[] | Nothing>;
  readonly experts: Remembered<readonly number[] | Nothing>;
}

/** `of` a candidate; what `known` has where nothing is recomputed. */
function summands(
  space: Space,
  reads: () => readonly Field[],
  of: (scenario: Scenario) => Scenario,
  known: Summands | null = null,
): Summands {
  const besideFields = ["microBatch", "cp", "flashAttention", "overlap"] as const;
  const expertFields = ["microBatch", "cp", "tp", "sequenceParallel", "overlap"] as const;
  const isKnown = ({ plan }: Scenario): boolean => plan.recompute.kind === "none";
  return {
    beside: new Remembered<readonly Beside[] | Nothing>(
      space,
      () => reads().filter((field) => !ofExperts.has(field)),
      (scenario, point) =>
        (known && isKnown(scenario) ? known.beside.at(point) : null) ?? eachKind(of(scenario), besideExperts),
      {
        fields: besideFields,
        // But for unfused attention, kernels see the tokens on their device alone.
        of: ({ microBatch, cp, flashAttention, overlap }) =>
          `${flashAttention ? microBatch / cp : `${microBatch}:${cp}`} ${overlap.tp}`,
      },
    ),
    experts: new Remembered<readonly number[] | Nothing>(
      space,
      reads,
      (scenario, point) =>
        (known && isKnown(scenario) ? known.experts.at(point) : null) ??
        eachKind(of(scenario), routedExperts),
      { fields: expertFields, of: (plan) => `${tokenShare(plan)} ${hidesTokens(plan)}` },
    ),
  };
}

function summed({ beside, experts }: Summands, point: Point): readonly number[] | null {
  const one = beside.at(point);
  const other = experts.at(point);
  if (one === null || other === null || one === "nothing" || other === "nothing") return null;
  const sum = sums.get(one)?.get(other);
  if (sum) return sum;
  const made = one.map(({ seconds }, i) => seconds + (other[i] ?? 0));
  sums.set(one, (sums.get(one) ?? new Map<readonly number[], readonly number[]>()).set(other, made));
  return made;
}

/** What is recomputed comes on top. */
const withoutRecompute = (scenario: Scenario): Scenario => ({
  ...scenario,
  plan: { ...scenario.plan, recompute: { kind: "none", modules: [] } },
});

const NO_CORE: Core<number> = { forward: 0, backward: 0 };

/** Where the layers do not go onto the stages. */
export type Nothing = "nothing";

/** A sum of two that are looked up often. */
const sums = new WeakMap<readonly Beside[], Map<readonly number[], readonly number[]>>();

/** Sequences of a micro-batch that a device routes to experts. */
const tokenShare = ({ microBatch, cp, tp, sequenceParallel }: Plan): number =>
  microBatch / (cp * (sequenceParallel ? tp : 1));

/** Whether anything hides exchanges of tokens. */
const hidesTokens = ({ overlap }: Plan): boolean => overlap.ep || overlap.sharedExperts;

function eachKind<T>(
  scenario: Scenario,
  of: (ctx: ModelContext<number>, kind: LayerContext<number>, at: number) => T,
): readonly T[] | Nothing {
  const ctx = contextOf(scenario);
  return ctx ? ctx.kinds.map((kind, at) => of(ctx, kind, at)) : "nothing";
}

/** Kernels of all but routed and shared experts, and tensor-parallel collectives where nothing hides them. */
function besideExperts(ctx: ModelContext<number>, kind: LayerContext<number>): Beside {
  const { plan } = kind.scenario;
  const operators = layerOperators(
    kind.experts ? { ...kind, experts: null, feedForward: "none" as const } : kind,
  );
  const work = compute(ctx, layerName(ctx, kind), operators);
  const hidden = plan.overlap.tp && plan.sequenceParallel;
  const { forward, backward } = layerTpComm(kind, work);
  return {
    seconds: kernels(work) + (hidden ? 0 : exposed([...forward, ...backward])),
    core: work.core,
  };
}

/** Kernels of routed experts, and the exchange of tokens where nothing hides it. */
function routedExperts(ctx: ModelContext<number>, kind: LayerContext<number>): number {
  if (!kind.experts) return 0;
  const alone = { ...kind.experts, n_h: null };
  const work = compute(
    ctx,
    layerName(ctx, kind),
    expertOperators(kind, alone, recomputing(kind.scenario.plan)),
  );
  if (hidesTokens(kind.scenario.plan)) return kernels(work);
  const { forward, backward } = expertComm(kind, alone, work);
  return kernels(work) + exposed([...forward, ...backward]);
}

const kernels = ({ forward, backward, recompute }: Compute<number>): number => forward + backward + recompute;

const exposed = (list: readonly Recurring<number>[]): number =>
  list.reduce((sum, { exposed }) => sum + exposed, 0);
