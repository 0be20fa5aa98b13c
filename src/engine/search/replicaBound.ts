import { numbers } from "../core/numbers.ts";
import type { StageLayout } from "../estimate/stageLayout.ts";
import { gradientWindow } from "../formulas/step/pipeline.ts";
import type { Field } from "../scenario/field.ts";
import type { Plan } from "../scenario/plan.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { chunksPerStage, pipelineCopies } from "../schedules/pieces.ts";
import { traitsOf } from "../schedules/traits.ts";
import type { Recurring } from "../trainingStep/communication/communication.ts";
import { type Group, islandReplicas } from "../trainingStep/fabric/groups.ts";
import { replicaLinks } from "../trainingStep/fabric/placement.ts";
import { optimizerTraits } from "../trainingStep/inputs/optimizers.ts";
import type { ModelContext } from "../trainingStep/model/layerContext.ts";
import { layersOf } from "../trainingStep/model/layersOfKind.ts";
import { stageParams } from "../trainingStep/model/stageParams.ts";
import {
  dataParallelSends,
  expertReplicaSends,
  type Replicated,
} from "../trainingStep/parallel/dataParallel.ts";
import { modulesOf } from "../trainingStep/parallel/gatheredAgain.ts";
import { keepsShares } from "../trainingStep/parallel/gradientScatter.ts";
import { replicaComm } from "../trainingStep/parallel/replicaComm.ts";
import type { ReplicaSend, Stretch } from "../trainingStep/parallel/replicaSend.ts";
import { type LargestStage, largestStage } from "../trainingStep/step/largestStage.ts";
import { optimizerTime } from "../trainingStep/step/optimizerTime.ts";
import { microBatchesOfUpdate } from "../trainingStep/step/stepCollectives.ts";
import { microBatchesOfStage } from "../trainingStep/step/stepTime.ts";
import type { Point } from "./candidates.ts";
import { contextOf } from "./contextOf.ts";
import { layoutsOf } from "./layoutsOf.ts";
import { memo } from "./memo.ts";
import type { Space } from "./space.ts";
import { unreadByState } from "./unreadByState.ts";

/** Lower bound of a step's time with data-parallel collectives and the optimizer update, given that its passes take at least `passes` s. */
export interface ReplicaBound {
  /** Bit mask of the settings that `at` depends on. */
  readonly reads: number;
  at(point: Point, passes: number): number;
}

/** Seconds of a step's data-parallel collectives and update, by what can overlap them. */
interface Exposed {
  /** Always exposed: the share of collectives that nothing overlaps, and the update. */
  readonly always: number;
  /**
   * Seconds that links inside nodes are busy, one collective after another. They are a lower bound of the step, because whatever
   * overlaps a collective is part of the step. `between` is the same for links between nodes.
   */
  readonly inside: number;
  readonly between: number;
  /** Further seconds exposed where only the first forward and the last backward passes can overlap collectives. */
  readonly ends: number;
}
const NONE: Exposed = { always: 0, inside: 0, between: 0, ends: 0 };

/** Seconds of a step with one micro-batch (`one`), and those that each further micro-batch adds (`more`). */
interface Growing {
  readonly one: Exposed;
  readonly more: Exposed;
}
const NOTHING: Growing = { one: NONE, more: NONE };

/**
 * Fields of micro-batch handling that data-parallel collectives depend on: how many times weights are gathered and gradients
 * scattered, and over which ranks.
 */
const readByReplicas: ReadonlySet<Field> = new Set<Field>([
  ...(["microBatchGroup", "reshardAfter", "prefetch", "rankOrder"] as const),
]);

/** Fields of given memory and of the optimizer's own update, which data-parallel collectives do not depend on. */
const ofUpdate: ReadonlySet<Field> = new Set<Field>(["memory", "shampoo"]);

/**
 * Two lower bounds of a step, of which the larger applies. First, its passes plus the communication that nothing overlaps. Second,
 * the busy time of any link, because no two collectives share a link at once. With ZeRO 2 and 3, which gather and scatter per
 * micro-batch, the second bound is far larger. Collectives sent once a step overlap only the first and last micro-batches' passes
 * (`gradientWindow`). The memo does not depend on a micro-batch's duration, so many plans share it.
 */
export function replicaBound(space: Space, all: readonly Field[], base: Scenario): ReplicaBound {
  const oneModel = (): boolean => space.candidates.reads("model") === 0;
  const oneMachine = (): boolean => space.candidates.reads("cluster") === 0;
  const exposed = memo(space, {
    name: "replica collectives",
    fields: () =>
      all.filter((field) => !ofUpdate.has(field) && (!unreadByState.has(field) || readByReplicas.has(field))),
    make: exposedOf,
    merged: {
      fields: [...LAID_OUT, ...RANKS, "zero", "gradientScatter", "overlap", "numMicroBatches"],
      of(own) {
        const plan = { ...base.plan, ...own };
        const stages = oneModel()
          ? [heldBy(layoutsOf({ ...base, plan }))]
          : LAID_OUT.map((field) => JSON.stringify(plan[field]));
        const counts = growsInSteps(plan) ? [chunksPerStage(plan), plan.numMicroBatches] : [];
        const { zero, gradientScatter, overlap, pp, schedule, tp, cp, dp, dpShard, ep, etp } = plan;
        const ranks = oneMachine()
          ? [tp, ep, etp, cp * dp, cp * dpShard, replicaLinks(plan, base.cluster)]
          : RANKS.map((field) => String(plan[field]));
        const passes = [
          zero,
          gradientScatter,
          overlap.dp,
          pp,
          pipelineCopies(plan),
          traitsOf(schedule).drains,
        ];
        return [...passes, ...ranks, ...counts, ...stages].join(" ");
      },
    },
  });
  const micro = memo(space, {
    name: "micro-batches after the first",
    fields: () => ["pp", "vpp", "numMicroBatches", "schedule"],
    make: micros,
  });
  return {
    get reads() {
      return exposed.reads | micro.reads;
    },
    at(point, passes) {
      const { one, more } = exposed.at(point) ?? NOTHING;
      const { further, ends } = micro.at(point) ?? { further: 0, ends: 1 };
      const of = (part: keyof Exposed): number => one[part] + further * more[part];
      const atEnds = Math.max(0, of("ends") - passes * ends);
      return Math.max(passes + of("always") + atEnds, of("inside"), of("between"));
    },
  };
}

/**
 * Plan fields, apart from those of pipeline stages, that decide on which ranks the replicas lie. In a search on one machine,
 * only the links that replicas use matter.
 */
const RANKS = ["tp", "cp", "dp", "dpShard", "ep", "etp", "rankOrder"] as const;

/** Plan fields that decide which layers lie on which pipeline stage (`layoutReads` without the model). */
const LAID_OUT = ["pp", "vpp", "schedule", "ownSchedule", "split", "encoderStages"] as const;

const held = new WeakMap<readonly StageLayout[], string>();

/** Text that lists the distinct pipeline stages: layers of each kind, and whether the stage holds embedding or head. */
function heldBy(layouts: readonly StageLayout[] | null): string {
  if (!layouts) return "";
  const known = held.get(layouts);
  if (known !== undefined) return known;
  const stages = layouts.map(
    ({ kinds, embedding, head }) =>
      `${kinds.map(({ kind, layers }) => `${kind} ${layers}`).join(" ")} ${embedding} ${head}`,
  );
  const text = [...new Set(stages)].join(", ");
  held.set(layouts, text);
  return text;
}

/**
 * True where gradients are sent after each group of micro-batches. The last group may be smaller, so the time is not linear in
 * the number of micro-batches (`groupsOfStep`).
 */
const growsInSteps = (plan: Plan): boolean => keepsShares(plan) && plan.gradientScatter === "group";

/** True where every data-parallel collective repeats with every micro-batch. */
const goesAgain = (plan: Plan): boolean =>
  plan.zero === 3 &&
  plan.reshardAfter !== "step" &&
  plan.gradientScatter === "micro_batch" &&
  plan.dpShard === islandReplicas(plan);

/**
 * `further`: micro-batches of an update after the first. `ends`: the share of the passes that overlaps once-a-step collectives
 * (`gradientWindow`).
 */
function micros({ plan }: Scenario): { readonly further: number; readonly ends: number } {
  const m = plan.numMicroBatches / pipelineCopies(plan);
  const ends = numbers.apply(gradientWindow, { tau: 1, p: plan.pp, m, v: chunksPerStage(plan) }) / m;
  return { further: traitsOf(plan.schedule).drains ? m - 1 : 0, ends };
}

function exposedOf(scenario: Scenario): Growing {
  const ctx = contextOf(scenario);
  const { plan } = scenario;
  // Compressed gradients have fewer bytes, so there is no bound.
  if (!ctx || plan.compression !== null) return NOTHING;
  const largest = largestStage(ctx, stageParams(ctx));
  const layers = layersSent(ctx);
  // The stage that sets the step is not known here, so the least of all stages counts. A stage without layers sends nothing for
  // layers.
  const least = (m: number): Exposed =>
    leastOf(layers.map((n) => (n > 0 ? exposedOn(ctx, largest, n, m) : NONE)));
  const update = leastUpdate(ctx, largest);
  const withUpdate = (one: Exposed): Exposed => ({ ...one, always: one.always + update });
  if (growsInSteps(plan))
    return { one: withUpdate(least(microBatchesOfUpdate(ctx, microBatchesOfStage(ctx)))), more: NONE };
  const one = least(1);
  if (goesAgain(plan)) return { one: withUpdate(one), more: one };
  return { one: withUpdate(one), more: plan.zero < 2 ? NONE : difference(least(2), one) };
}

const PARTS = ["always", "inside", "between", "ends"] as const satisfies readonly (keyof Exposed)[];

const each = (of: (part: keyof Exposed) => number): Exposed => {
  const [always = 0, inside = 0, between = 0, ends = 0] = PARTS.map(of);
  return { always, inside, between, ends };
};

const leastOf = (stages: readonly Exposed[]): Exposed =>
  each((part) => Math.min(...stages.map((stage) => stage[part])));

const difference = (two: Exposed, one: Exposed): Exposed => each((part) => two[part] - one[part]);

/**
 * Seconds of the optimizer update where the device itself runs it after the last pass; 0 for an offloaded update, and for optimizers of
 * whole matrices.
 */
function leastUpdate(ctx: ModelContext<number>, largest: LargestStage<number>): number {
  const { optimizer, stateOffload, schedule } = ctx.scenario.plan;
  const [stage] = ctx.layouts;
  const after = traitsOf(schedule).drains && stateOffload.optimizer === "none";
  if (!stage || !after || optimizerTraits[optimizer].matrices !== null) return 0;
  return optimizerTime(ctx, { stage, ...largest });
}

/**
 * Numbers of layers per stage that lead to different collectives. Where gradients are sent in one collective, the last layer's
 * share falls as layers increase, so the largest number is enough.
 */
function layersSent(ctx: ModelContext<number>): readonly number[] {
  const { zero, framework } = ctx.scenario.plan;
  const layers = [...new Set(ctx.layouts.map((layout) => layersOf(ctx, layout)))];
  const asOne = zero < 3 && framework.layerTensors === 0;
  return asOne && !layers.includes(0) ? [Math.max(...layers)] : layers;
}

/** Duration, s, that is longer than any collective. Passes of this duration overlap everything that can be overlapped. */
const HIDES_ALL = 1e12;

/** Exposed and busy seconds on a stage of `layers` layers in a step of `m` micro-batches. */
function exposedOn(
  ctx: ModelContext<number>,
  { dense, experts, gathered }: LargestStage<number>,
  layers: number,
  m: number,
): Exposed {
  const passes = { forward: HIDES_ALL, backward: HIDES_ALL, idle: HIDES_ALL, layers, m };
  const held = (params: number | null, gathered: number): Replicated<number> => ({
    ...{ params, gathered, again: null, modules: modulesOf(ctx), compressed: null },
  });
  const shards = ctx.kinds.find((kind) => kind.experts)?.experts?.shards ?? 1;
  const sends = [
    ...dataParallelSends(ctx, passes, held(dense, gathered.dense)),
    ...(gathered.experts === null
      ? []
      : expertReplicaSends(ctx, passes, held(experts, gathered.experts), shards)),
  ];
  // No gradient is compressed here, so each collective is sent in one way.
  const sent = replicaComm(ctx, passes, sends);
  const always = sent.map((one, i) => unhidden(ctx, one, sends[i]));
  const furtherIn = (stretch: Stretch): number => {
    const own = sent.filter((_, i) => sends[i]?.during === stretch);
    const exposed = sum(always.filter((_, i) => sends[i]?.during === stretch));
    return Math.max(0, Math.max(carried(own, "scale_up"), carried(own, "scale_out")) - exposed);
  };
  const { drains } = traitsOf(ctx.scenario.plan.schedule);
  return {
    always: sum(always),
    inside: carried(sent, "scale_up"),
    between: carried(sent, "scale_out"),
    ends: drains ? furtherIn("first forward") + furtherIn("last backward") : 0,
  };
}

/** Seconds that links of one tier are busy, one collective after another. */
const carried = (sent: readonly Recurring<number>[], links: Group["tier"]): number =>
  sum(sent.filter(({ group }) => group.tier === links || group.tier === "both").map(({ total }) => total));

const sum = (seconds: readonly number[]): number => seconds.reduce((all, one) => all + one, 0);

/**
 * Exposed seconds of one collective, whatever overlaps it. `exposedBehind` is least where the computation overlaps all but the
 * share that nothing can overlap. The slowdown of that computation by contention is subtracted.
 */
function unhidden(
  { x }: ModelContext<number>,
  { total, exposed }: Recurring<number>,
  send: ReplicaSend<number> | undefined,
): number {
  const [way] = send?.ways ?? [];
  if (!way || send?.during === null || way.modules) return exposed;
  return Math.max(0, exposed - (x.contention - 1) * way.share * total);
}
