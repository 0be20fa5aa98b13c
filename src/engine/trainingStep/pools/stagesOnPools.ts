import type { MemoryEstimate } from "../../estimate/estimate.ts";
import type { StageLayout } from "../../estimate/stageLayout.ts";
import { simulatedWait } from "../../formulas/step/pipeline.ts";
import * as book from "../../formulas/step/pools.ts";
import { chunksPerStage } from "../../schedules/pieces.ts";
import { memoryEstimate } from "../memory/memory.ts";
import { context, type ModelContext } from "../model/layerContext.ts";
import { type StageParams, stageParams } from "../model/stageParams.ts";
import { pipelineSends } from "../parallel/pipelineSends.ts";
import { bubbleOverCompute } from "../step/bubbleOverCompute.ts";
import { type KindTime, kindTimes } from "../step/kindTimes.ts";
import { largestStage } from "../step/largestStage.ts";
import { type MicroBatchWork, microBatchWork } from "../step/microBatch.ts";
import { slowestOf } from "../step/pacing.ts";
import { scheduleTime } from "../step/scheduleTime.ts";
import { type StageTime, stageTimes } from "../step/stageTimes.ts";
import { microBatchesOfStage, pacedStep } from "../step/stepTime.ts";
import { fullestPool } from "./fullestPool.ts";
import { meanPeakRate } from "./meanPeakRate.ts";
import { type PlacedPool, placedPools } from "./placedPools.ts";
import { poolAlgebra } from "./poolAlgebra.ts";
import type { Pooled } from "./pooled.ts";
import { boundaryContext, boundaryGroup } from "./poolLinks.ts";
import { poolScenario } from "./poolScenario.ts";

/** A pool with the times of its own stages. */
interface Own<N> {
  readonly pool: PlacedPool;
  readonly ctx: ModelContext<N>;
  readonly layouts: readonly StageLayout[];
  readonly params: StageParams<N>;
  readonly each: MicroBatchWork<N>;
  readonly kinds: readonly KindTime<N>[];
}

/**
 * Step of a plan whose pipeline stages lie on pools. A stage takes the time that it takes in a machine of its pool's
 * kind; the schedule is simulated over the stages of all pools. A pool's last stage sends over the link to the next
 * pool.
 */
export function stagesOnPools<N>(ctx: ModelContext<N>): Pooled<N> {
  const { alg, scenario } = ctx;
  const own = placedPools(scenario).map((pool): Own<N> => {
    const inPool = context(poolAlgebra(alg, pool, scenario), poolScenario(scenario, pool, 1), ctx.layouts);
    const each = microBatchWork(inPool);
    const layouts = ctx.layouts.slice(pool.firstStage, pool.firstStage + pool.stages);
    return {
      ...{ pool, ctx: inPool, layouts, each },
      ...{ params: stageParams(inPool), kinds: kindTimes(inPool, each) },
    };
  });
  const times = own.map((one, i) => timesOf(ctx, one, own[i + 1] ?? own[0] ?? one, i === own.length - 1));
  const all = times.flat();
  const m = microBatchesOfStage(ctx);
  const tau_1 = scheduleTime(ctx, all);
  const steps = own.map((one, i) => {
    const slowest = slowestOf(one.ctx, times[i] ?? []);
    const bubble = alg.apply(simulatedWait, { tau_1, tau_2: slowest.total, m });
    const largest = largestStage(one.ctx, ofStages(one.params, one.pool));
    return { slowest, bubble, ...pacedStep(one.ctx, one.each, one.kinds, { slowest, bubble, m, largest }) };
  });
  const longest = steps.reduce((most, one) => (alg.less(most.step.value, one.step.value) ? one : most));
  const T = longest.step.value;
  const memories = own.map(memoryOf);
  const none = alg.sum("exchange between pools", "s", []);
  return {
    time: {
      step: longest.step,
      forward: longest.slowest.forward,
      backward: longest.slowest.backward,
      stages: all.map(({ passes }) => passes),
    },
    collectives: longest.collectives,
    bubbleRatio: () => bubbleOverCompute(ctx, all, m),
    memory: { ...fullestPool(ctx, memories), stages: memories.flatMap(({ stages }) => stages) },
    pools: own.map(({ pool, layouts }, i) => {
      const { step, bubble } = steps[i] as (typeof steps)[number];
      const { peak, capacity } = memories[i] as MemoryEstimate<N>;
      return {
        ...{ name: pool.name, devices: pool.cluster.devices, replicas: pool.replicas },
        ...{ firstStage: pool.firstStage, stages: pool.stages, layers: layouts.map(({ layers }) => layers) },
        microBatches: scenario.plan.numMicroBatches,
        step: step.value,
        compute: step.parts.find(({ name }) => name === "time.compute")?.value ?? none,
        idle: alg.apply(book.poolIdle, { T, tau_P: step.value, tau_x: none, tau_1: bubble }),
        ...{ peak, capacity },
      };
    }),
    members: own.map(({ pool, ctx: inPool, layouts }, i) => ({
      ctx: { ...inPool, x: { ...inPool.x, devices: devicesOf(ctx, pool) } },
      ...{ name: pool.name, devices: pool.cluster.devices },
      step: { ...(steps[i] as (typeof steps)[number]).step, value: T },
      share: [sumOf(layouts), sumOf(ctx.layouts)],
    })),
    peakRate: meanPeakRate(
      ctx,
      own.map((one) => one.ctx),
    ),
  };
}

const devicesOf = <N>({ alg }: ModelContext<N>, { name, cluster }: PlacedPool): N =>
  alg.constant(`devices of ${name}`, cluster.devices, "GPU", "cluster.pools");

const sumOf = (layouts: readonly StageLayout[]): number =>
  layouts.reduce((sum, { layers }) => sum + layers, 0);

/** Times of a pool's stages. Its last stage sends to the next pool, or with several chunks a stage back to the first. */
function timesOf<N>(ctx: ModelContext<N>, own: Own<N>, next: Own<N>, last: boolean): readonly StageTime<N>[] {
  const { ctx: inPool, each, kinds, layouts } = own;
  const across = !last || chunksPerStage(ctx.scenario.plan) > 1;
  if (!across) return stageTimes({ ...inPool, layouts }, each, kinds);
  const boundary = boundaryContext(ctx, inPool, next.ctx);
  const group = boundaryGroup(inPool);
  return [
    ...stageTimes({ ...inPool, layouts: layouts.slice(0, -1) }, each, kinds),
    ...stageTimes({ ...inPool, layouts: layouts.slice(-1) }, each, kinds, (_, stage, behind) =>
      pipelineSends(boundary, stage, behind, group),
    ),
  ];
}

/** Parameters of a pool's stages alone, in the form of those of all stages. */
function ofStages<N>(params: StageParams<N>, { firstStage, stages }: PlacedPool): StageParams<N> {
  const own = <T>(list: readonly T[]): readonly T[] => list.slice(firstStage, firstStage + stages);
  return { ...params, stages: own(params.stages), experts: own(params.experts) };
}

function memoryOf<N>({ ctx, layouts, params, each, pool }: Own<N>): MemoryEstimate<N> {
  const found = memoryEstimate(
    { ...ctx, layouts },
    params,
    each.layers.map((layer) => layer.activations),
  );
  return { ...found, peakStage: found.peakStage + pool.firstStage };
}
