import type { Abilities } from "../scenario/abilities.ts";
import type { Recurrent } from "../scenario/recurrent.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { Schedule } from "../scenario/scheduleName.ts";
import { isListed } from "../scenario/split.ts";
import { chunksPerStage } from "../schedules/pieces.ts";
import { scheduleNames } from "../schedules/scheduleRows.ts";
import { traitsOf } from "../schedules/traits.ts";
import { modelParts } from "../trainingStep/model/modelParts.ts";

/** Value of a field as the language writes it: a number, a boolean, a word or the name of a tag. */
export type Setting = number | boolean | string;

/** Plan fields that are chosen together, with their possible values. */
export interface Choice {
  /** Paths in the language's spelling, without `plan.`. */
  readonly fields: readonly string[];
  /** One setting per field. */
  readonly values: readonly (readonly Setting[])[];
}

/** Number of units (Mamba's inner width or heads) of a recurrent layer that tensor parallelism shards. */
const width = (recurrent: Recurrent): number =>
  recurrent.kind === "mamba" ? recurrent.dInner : recurrent.heads;

/**
 * Every plan that could train the scenario's model on its cluster, as a product of choices. Degrees divide the quantity that they
 * shard, and micro-batches are powers of two. Further choices are pipeline schedule, recomputation, ZeRO stage and offload.
 * Choices that only matter together are one, such as pipeline degree and schedule, so that no plan occurs twice. Options that the
 * plan's framework lacks are left out. Checks refuse combinations that do not divide, and combinations of options that the
 * framework does not support. Replicas fill the cluster.
 */
export function planSpace({ model, cluster, plan }: Scenario): readonly Choice[] {
  const { devices } = cluster;
  const { runs } = plan.framework;
  const parts = modelParts(model).map((part) => part.model);
  const degrees = (kind: "tp" | "cp" | "pp" | "ep"): readonly number[] =>
    runs.degrees === null || runs.degrees.includes(kind) ? divisors(devices) : [1];
  const tensor = degrees("tp").filter((n) =>
    parts.every(
      ({ attention, recurrent }) =>
        attention.heads % n === 0 && (recurrent === null || width(recurrent) % n === 0),
    ),
  );
  const context = degrees("cp").filter(
    (n) => n === 1 || plan.seqLen % (plan.cpType === "ulysses" ? n : 2 * n) === 0,
  );
  const routed = parts.flatMap(({ mlp }) => (mlp.kind === "moe" ? [mlp.experts] : []));
  const experts =
    routed.length > 0 ? degrees("ep").filter((n) => routed.every((count) => count % n === 0)) : [1];
  const micro = powers(plan.globalBatch).filter((n) => plan.globalBatch % n === 0);
  return [
    {
      fields: ["tp", "sequence_parallel"],
      values: tensor.flatMap((tp) =>
        tp === 1 ? [[tp, false]] : sequenceParallel(runs).map((way) => [tp, way]),
      ),
    },
    single("cp", context),
    ...(experts.length > 1 ? [single("ep", experts)] : []),
    {
      fields: ["pp", "schedule", "vpp"],
      values: isListed(plan.split)
        ? listedPipelines(degrees("pp"), plan.split, schedulesOf(plan))
        : pipelines(degrees("pp"), layersToDivide(model, plan), schedulesOf(plan)),
    },
    single("micro_batch", micro),
    single("recompute", ["none", ...recomputed(plan)]),
    single("offload", offloads(runs) ? ["none", "activations"] : ["none"]),
    single(
      "zero",
      [0, 1, 2, 3].filter((stage) => has(runs.zeroStages, stage)),
    ),
    // The rank order comes last: a bound that does not depend on it rejects all orders of a plan at once (orders.ts).
    single("rank_order", ordersOf(plan)),
  ];
}

const single = (field: string, values: readonly Setting[]): Choice => ({
  fields: [field],
  values: values.map((value) => [value]),
});

/** True where `list` contains `one`. A null list stands for all abilities. */
const has = <T>(list: readonly T[] | null, one: T): boolean => list === null || list.includes(one);

const sequenceParallel = ({ sequenceParallelism }: Abilities): readonly boolean[] =>
  ({ optional: [true, false], always: [true], never: [false] })[sequenceParallelism];

/**
 * Kinds of recomputation that the framework offers. `selective` is left out with flash attention, which already recomputes
 * attention scores.
 */
const recomputed = ({ flashAttention, framework: { runs } }: Scenario["plan"]): readonly string[] => [
  ...(!flashAttention && has(runs.recomputes, "attention") ? ["selective"] : []),
  ...(has(runs.recomputes, "full") ? ["full"] : []),
];

/** True where the framework offloads activations, or checkpoints of recomputed layers. */
const offloads = ({ offloads }: Abilities): boolean =>
  has(offloads, "activations") || has(offloads, "checkpoints");

/**
 * Number of layers that are divided over the pieces of a pipeline. With `lighter_ends`, embedding and head count as one layer
 * each.
 */
const layersToDivide = ({ layers }: Scenario["model"], { split }: Scenario["plan"]): number =>
  split === "lighter_ends" ? layers + 2 : layers;

/** Schedules that a search tries and the plan's framework runs, simplest first. */
function schedulesOf({ framework }: Scenario["plan"]): readonly Schedule[] {
  return scheduleNames.filter(
    (one) => "leastChunks" in traitsOf(one).search && has(framework.runs.schedules, one),
  );
}

/** Rank orders that the framework's process groups can have, its default first. */
function ordersOf({ framework, rankOrder }: Scenario["plan"]): readonly string[] {
  const { rankOrders } = framework;
  return (rankOrders.length > 0 ? rankOrders : [rankOrder]).map((order) => order.join("_"));
}

/**
 * Combinations of pipeline degree, schedule and number of chunks; every number of chunks where the schedule lets the plan set
 * it (`vpp`).
 */
function pipelines(
  degrees: readonly number[],
  layers: number,
  schedules: readonly Schedule[],
): readonly (readonly Setting[])[] {
  const found: (readonly Setting[])[] = [[1, "1f1b", 1]];
  for (const pp of degrees) {
    if (pp === 1 || pp > layers) continue;
    for (const schedule of schedules) {
      const { chunks, search } = traitsOf(schedule);
      if (!("leastChunks" in search)) continue;
      if (chunks !== "vpp") found.push([pp, schedule, 1]);
      else
        for (let vpp = search.leastChunks; pp * vpp <= layers; vpp++)
          if (layers % vpp === 0) found.push([pp, schedule, vpp]);
    }
  }
  return found;
}

/**
 * Pipelines of a plan that lists its layers. The list has either one number per chunk, or one per stage, each divisible by the
 * chunks of a stage.
 */
function listedPipelines(
  degrees: readonly number[],
  list: readonly number[],
  schedules: readonly Schedule[],
): readonly (readonly Setting[])[] {
  const most = Math.max(list.length, ...list);
  return pipelines(degrees, most * list.length, schedules).filter(([pp, schedule, vpp]) => {
    const chunks = chunksPerStage({ schedule: schedule as Schedule, vpp: Number(vpp) });
    return (
      Number(pp) * chunks === list.length || (pp === list.length && list.every((one) => one % chunks === 0))
    );
  });
}

function divisors(n: number): readonly number[] {
  const low: number[] = [];
  const high: number[] = [];
  for (let d = 1; d * d <= n; d++) {
    if (n % d !== 0) continue;
    low.push(d);
    if (d * d < n) high.unshift(n / d);
  }
  return [...low, ...high];
}

function powers(most: number): readonly number[] {
  const found: number[] = [];
  for (let n = 1; n <= most; n *= 2) found.push(n);
  return found;
}
