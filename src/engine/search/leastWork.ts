import { layerTpComm, type Recurring } from "../communication/communication.ts";
import { expertComm } from "../communication/expertComm.ts";
import { expertOperators } from "../compute/expertOperators.ts";
import { type Compute, compute, layerName } from "../compute/layerTime.ts";
import { layerOperators, recomputing } from "../compute/operators.ts";
import type { Field } from "../factor.ts";
import type { LayerContext, ModelContext } from "../layerContext.ts";
import type { Plan } from "../scenario/plan.ts";
import type { Scenario } from "../scenario.ts";
import type { Point } from "./candidates.ts";
import { contextOf } from "./contextOf.ts";
import { Remembered } from "./remembered.ts";
import type { Space } from "./space.ts";

/**
 * What a layer of each kind takes at least for one micro-batch, forward and backward, s: two of its summands, each by what
 * it reads alone, so that few are worked out for all the plans of a space. Null where the layers do not go onto the stages.
 */
export interface LeastWork {
  readonly reads: number;
  at(point: Point): readonly number[] | null;
}

/** Where experts are and who gets which tokens: nothing to attention, norms and dense feed-forwards. */
const ofExperts: ReadonlySet<Field> = new Set<Field>(["ep", "etp", "dispatch", "balance", "capacity"]);

/** `reads` are the fields that a micro-batch's work reads. */
export function leastWork(space: Space, reads: () => readonly Field[]): LeastWork {
  const besideFields = ["microBatch", "cp", "flashAttention", "overlap"] as const;
  const beside = new Remembered<readonly number[] | Nothing>(
    space,
    () => reads().filter((field) => !ofExperts.has(field)),
    (scenario) => eachKind(scenario, besideExperts),
    {
      fields: besideFields,
      // But for unfused attention, kernels see the tokens on their device alone.
      of: ({ microBatch, cp, flashAttention, overlap }) =>
        `${flashAttention ? microBatch / cp : `${microBatch}:${cp}`} ${overlap.tp}`,
    },
  );
  const expertFields = ["microBatch", "cp", "tp", "sequenceParallel", "overlap"] as const;
  const experts = new Remembered<readonly number[] | Nothing>(
    space,
    reads,
    (scenario) => eachKind(scenario, routedExperts),
    { fields: expertFields, of: (plan) => `${tokenShare(plan)} ${plan.overlap.ep}` },
  );
  return {
    get reads() {
      return beside.reads | experts.reads;
    },
    at(point) {
      const one = beside.at(point);
      const other = experts.at(point);
      if (one === null || other === null || one === "nothing" || other === "nothing") return null;
      const sum = sums.get(one)?.get(other);
      if (sum) return sum;
      const made = one.map((seconds, i) => seconds + (other[i] ?? 0));
      sums.set(one, (sums.get(one) ?? new Map<readonly number[], readonly number[]>()).set(other, made));
      return made;
    },
  };
}

/** Where the layers do not go onto the stages. */
export type Nothing = "nothing";

/** A sum of two that are looked up often. */
const sums = new WeakMap<readonly number[], Map<readonly number[], readonly number[]>>();

/** Sequences of a micro-batch that a device routes to experts. */
const tokenShare = ({ microBatch, cp, tp, sequenceParallel }: Plan): number =>
  microBatch / (cp * (sequenceParallel ? tp : 1));

function eachKind(
  scenario: Scenario,
  of: (ctx: ModelContext<number>, kind: LayerContext<number>) => number,
): readonly number[] | Nothing {
  const ctx = contextOf(scenario);
  return ctx ? ctx.kinds.map((kind) => of(ctx, kind)) : "nothing";
}

/** Kernels of all but routed and shared experts, and tensor-parallel collectives where nothing hides them. */
function besideExperts(ctx: ModelContext<number>, kind: LayerContext<number>): number {
  const { plan } = kind.scenario;
  const operators = layerOperators(
    kind.experts ? { ...kind, experts: null, feedForward: "none" as const } : kind,
  );
  const work = compute(ctx, layerName(ctx, kind), operators);
  const hidden = plan.overlap.tp && plan.sequenceParallel;
  const { forward, backward } = layerTpComm(kind, work);
  return kernels(work) + (hidden ? 0 : exposed([...forward, ...backward]));
}

/** Kernels of routed experts, and the exchange of tokens where nothing hides it. */
function routedExperts(ctx: ModelContext<number>, kind: LayerContext<number>): number {
  if (!kind.experts) return 0;
  const alone = { ...kind.experts, n_h: null };
  const work = compute(ctx, layerName(ctx, kind), expertOperators(kind, alone, recomputing(kind)));
  if (kind.scenario.plan.overlap.ep) return kernels(work);
  const { forward, backward } = expertComm(kind, alone, work);
  return kernels(work) + exposed([...forward, ...backward]);
}

const kernels = ({ forward, backward, recompute }: Compute<number>): number => forward + backward + recompute;

const exposed = (list: readonly Recurring<number>[]): number =>
  list.reduce((sum, { exposed }) => sum + exposed, 0);
