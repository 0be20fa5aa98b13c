import type { Breakdown } from "../../estimate/breakdown.ts";
import type { CollectiveEstimate, MemoryEstimate } from "../../estimate/estimate.ts";
import * as book from "../../formulas/step/pools.ts";
import { chunksPerStage } from "../../schedules/pieces.ts";
import { memoryEstimate } from "../memory/memory.ts";
import { context, type ModelContext } from "../model/layerContext.ts";
import { stageParams } from "../model/stageParams.ts";
import { kindTimes } from "../step/kindTimes.ts";
import { microBatchWork } from "../step/microBatch.ts";
import { slowestOf } from "../step/pacing.ts";
import { stageTimes } from "../step/stageTimes.ts";
import { type StepTime, stepTime } from "../step/stepTime.ts";
import { timePart } from "../step/timePart.ts";
import { batchShares } from "./batchShares.ts";
import { fullestPool } from "./fullestPool.ts";
import { meanPeakRate } from "./meanPeakRate.ts";
import { type PlacedPool, placedPools } from "./placedPools.ts";
import { poolAlgebra } from "./poolAlgebra.ts";
import type { Pooled } from "./pooled.ts";
import { type Exchange, exchangeBetween } from "./poolLinks.ts";
import { poolScenario } from "./poolScenario.ts";

/** A pool with the step and the memory of its replicas. */
interface Own<N> {
  readonly pool: PlacedPool;
  readonly microBatches: number;
  readonly ctx: ModelContext<N>;
  readonly step: StepTime<N>;
  readonly memory: MemoryEstimate<N>;
}

/**
 * Step of a plan whose replicas lie on pools: every pool runs the step of its own replicas, as estimated for a machine of
 * its kind, then all pools exchange gradients. State is sharded inside a pool. `trained` is the number of trained
 * parameters.
 */
export function replicasOnPools<N>(ctx: ModelContext<N>, trained: N): Pooled<N> {
  const { alg } = ctx;
  const pools = placedPools(ctx.scenario);
  const shares = sharesOf(ctx, pools);
  const own = pools.map((pool, i) => ownStep(ctx, pool, shares[i] ?? 1));
  const exchange = exchangeBetween(
    ctx,
    own.map((one) => one.ctx),
    trained,
  );
  const slowest = own.reduce((most, one) =>
    alg.less(most.step.time.step.value, one.step.time.step.value) ? one : most,
  );
  const step = withExchange(ctx, slowest.step.time.step, exchange.seconds);
  const T = step.value;
  return {
    time: { ...slowest.step.time, step },
    collectives: [...slowest.step.collectives, exchangeCollective(ctx, pools.length, exchange)],
    bubbleRatio: slowest.step.bubbleRatio,
    memory: fullestPool(
      ctx,
      own.map((one) => one.memory),
    ),
    pools: own.map(({ pool, microBatches, step: { time }, memory }) => ({
      ...{ name: pool.name, devices: pool.cluster.devices, replicas: pool.replicas },
      ...{ firstStage: 0, stages: pool.stages, layers: ctx.layouts.map(({ layers }) => layers) },
      microBatches,
      step: time.step.value,
      compute: partOr(ctx, time.step, "time.compute"),
      idle: alg.apply(book.poolIdle, {
        T,
        tau_P: time.step.value,
        tau_x: exchange.seconds,
        tau_1: partOr(ctx, time.step, "time.bubble"),
      }),
      peak: memory.peak,
      capacity: memory.capacity,
    })),
    members: own.map(({ pool, microBatches, ctx: inPool, step: { time } }) => ({
      ctx: inPool,
      ...{ name: pool.name, devices: pool.cluster.devices },
      step: { ...withExchange(ctx, time.step, exchange.seconds), value: T },
      share: [
        pool.replicas * microBatches,
        own.reduce((sum, one) => sum + one.pool.replicas * one.microBatches, 0),
      ],
    })),
    peakRate: meanPeakRate(
      ctx,
      own.map((one) => one.ctx),
    ),
  };
}

function ownStep<N>(ctx: ModelContext<N>, pool: PlacedPool, microBatches: number): Own<N> {
  const inPool = contextIn(ctx, pool, microBatches);
  const params = stageParams(inPool);
  const each = microBatchWork(inPool);
  const activations = each.layers.map((layer) => layer.activations);
  return {
    ...{ pool, microBatches, ctx: inPool },
    step: stepTime(inPool, params, each),
    memory: memoryEstimate(inPool, params, activations),
  };
}

const contextIn = <N>({ alg, scenario, layouts }: ModelContext<N>, pool: PlacedPool, microBatches: number) =>
  context(poolAlgebra(alg, pool, scenario), poolScenario(scenario, pool, microBatches), layouts);

/** Number of micro-batches of a replica on each pool. Refusals have checked that the shares add up. */
function sharesOf<N>(ctx: ModelContext<N>, pools: readonly PlacedPool[]): readonly number[] {
  const { place, numMicroBatches, globalBatch, microBatch, pp } = ctx.scenario.plan;
  const shares = place.kind === "replicas" ? place.shares : "equal";
  if (typeof shares === "object") return shares;
  if (shares === "equal") return pools.map(() => numMicroBatches);
  const chunks = chunksPerStage(ctx.scenario.plan);
  const seconds = pools.map((pool) => {
    const inPool = contextIn(ctx, pool, Math.max(1, Math.round(numMicroBatches)));
    const each = microBatchWork(inPool);
    return slowestOf(inPool, stageTimes(inPool, each, kindTimes(inPool, each))).total;
  });
  return ctx.alg.decide(seconds, (values) => {
    const paced = pools.map(({ replicas }, i) => {
      const one = values[i] ?? 1;
      // Filling and draining takes p - 1 micro-batches, over v with v chunks (arXiv:2104.04473, section 2.2).
      return { replicas, seconds: one, fill: ((pp - 1) / chunks) * one };
    });
    return [...(batchShares(paced, globalBatch / microBatch) ?? pools.map(() => numMicroBatches))];
  });
}

const partOr = <N>({ alg }: ModelContext<N>, { parts }: Breakdown<N>, name: string): N =>
  parts.find((part) => part.name === name)?.value ?? alg.sum(name, "s", []);

/** A pool's step with the exchange between pools as a part of its communication. */
function withExchange<N>({ alg }: ModelContext<N>, step: Breakdown<N>, seconds: N): Breakdown<N> {
  const exchange = timePart("pools", "gradients between pools", seconds);
  const parts = step.parts.map((part) => {
    if (part.name !== "time.communication") return part;
    const all = [...part.parts, exchange];
    return { ...part, parts: all, value: alg.sum("exposed communication time", "s", all) };
  });
  return { ...step, parts, value: alg.sum("step time", "s", parts) };
}

function exchangeCollective<N>(
  { x }: ModelContext<N>,
  pools: number,
  { seconds, bytes }: Exchange<N>,
): CollectiveEstimate<N> {
  return {
    ...({ dimension: "dp", op: "all_reduce", what: "gradients between pools" } as const),
    ...({ groupSize: pools, tier: "scale_out", algorithm: "ring" } as const),
    ...{ bytes, count: x.one, callSeconds: seconds, totalSeconds: seconds, exposedSeconds: seconds },
  };
}
