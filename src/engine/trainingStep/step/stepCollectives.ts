import type { CollectiveEstimate } from "../../estimate/estimate.ts";
import type { StageLayout } from "../../estimate/stageLayout.ts";
import * as comm from "../../formulas/communication/collectives.ts";
import { traitsOf } from "../../schedules/traits.ts";
import type { Recurring } from "../communication/communication.ts";
import { compressed } from "../communication/compressed.ts";
import type { Context } from "../inputs/context.ts";
import { wholeWeights } from "../lora/wholeWeights.ts";
import type { DegreeParams } from "../model/degreeParams.ts";
import type { ModelContext } from "../model/layerContext.ts";
import { announcements } from "../parallel/announcements.ts";
import { dataParallelSends, expertReplicaSends } from "../parallel/dataParallel.ts";
import { gatheredAgain, modulesOf } from "../parallel/gatheredAgain.ts";
import { replicaComm } from "../parallel/replicaComm.ts";
import { mirroredStageComm, tiedEmbeddingComm } from "../parallel/sharedPieces.ts";
import { islandComm } from "../sync/islandComm.ts";
import type { Largest, LargestStage } from "./largestStage.ts";
import type { MicroBatchWork } from "./microBatch.ts";
import { matrixComm } from "./optimizerTime.ts";
import type { Pace } from "./pacing.ts";

/**
 * Lists every collective of a step on the slowest pipeline stage: in layers, at the model's ends (embedding, head),
 * between stages, and between replicas.
 */
export function stepCollectives<N>(
  ctx: ModelContext<N>,
  ends: MicroBatchWork<N>["ends"],
  { slowest, bubble, layers: here, m, updates }: Pace<N>,
  largest: LargestStage<N>,
): readonly CollectiveEstimate<N>[] {
  const { alg, x } = ctx;
  const { forward, layers } = slowest;
  // Exposed time between passes also hides gradient collectives.
  const hiding = alg.sum("backward time of one micro-batch and exposed communication around it", "s", [
    { label: "backward pass of one micro-batch", value: slowest.backward },
    ...slowest.between.map((r) => ({ label: r.what, value: r.exposed })),
  ]);
  const collectives: CollectiveEstimate<N>[] = [];
  const recur = (list: readonly Recurring<N>[], n: N): void => {
    for (const r of list) collectives.push(ofStep(ctx, r, n));
  };
  for (const { n, value } of here) {
    const perLayer = alg.apply(comm.product, { n, n_c: m });
    recur(value.comm.forward, perLayer);
    recur(value.comm.recompute, perLayer);
    recur(value.comm.backward, perLayer);
  }
  recur(endsOf(slowest.layout, ends), m);
  recur(slowest.between, m);
  const announced = announcements(ctx);
  if (announced !== null) collectives.push(announced);
  const way = compressed(ctx, slowest.layout);
  const meets = ctx.scenario.plan.sync.kind === "synchronous";
  const modules = modulesOf(ctx);
  const passes = { forward, backward: hiding, idle: bubble, layers, m: microBatchesOfUpdate(ctx, m) };
  const held = (params: N | null, gathered: N, again: N | null = null) => ({
    ...{ params, gathered, again, modules },
    // Inside an island gradients are sent uncompressed.
    compressed: meets ? way : null,
  });
  const again = gatheredAgain(ctx, slowest.layout);
  const sent =
    largest.degrees.length === 0
      ? [...dataParallelSends(ctx, passes, held(largest.dense, largest.gathered.dense, again))]
      : largest.degrees.flatMap((one) =>
          dataParallelSends(
            one.ctx,
            { ...passes, layers: one.layers },
            { ...held(one.P, gatheredOf(one)), of: ` of ${one.label}`, last: one.last },
          ),
        );
  if (largest.gathered.experts !== null) {
    const shards = ctx.kinds.find((kind) => kind.experts)?.experts?.shards ?? x.one;
    sent.push(...expertReplicaSends(ctx, passes, held(largest.experts, largest.gathered.experts), shards));
  }
  recur(replicaComm(ctx, passes, sent), updates);
  recur(islandComm(ctx, heldParams(ctx, largest), way), updates);
  recur(matrixComm(ctx, slowest.layout), updates);
  if (ctx.scenario.plan.lora === null) recur(tiedEmbeddingComm(ctx), updates);
  recur(mirroredStageComm(ctx, largest.dense), x.one);
  return collectives;
}

/** Bytes of the weights of one tensor-parallel degree that ZeRO 3 gathers for a pass. */
const gatheredOf = <N>({ ctx, P }: DegreeParams<N>): N =>
  wholeWeights(ctx, { all: P, matrices: null, adapters: null }, ctx.x.gatherBytes);

/** Number of micro-batches before each optimizer update: the step's `m`, or 1 where the pipeline never drains. */
export function microBatchesOfUpdate<N>({ x, scenario }: Context<N>, m: N): N {
  return traitsOf(scenario.plan.schedule).drains ? m : x.one;
}

export function heldParams<N>({ alg }: Context<N>, { dense, experts }: Largest<N>): N {
  if (experts === null) return dense;
  return alg.sum("parameters on a device", "param", [
    { label: "parameters except routed experts", value: dense },
    { label: "parameters of routed experts", value: experts },
  ]);
}

function endsOf<N>(layout: StageLayout, ends: MicroBatchWork<N>["ends"]): readonly Recurring<N>[] {
  return [
    ...(layout.embedding ? [...ends.embedding.forward, ...ends.embedding.backward] : []),
    ...(layout.head ? [...ends.head.forward, ...ends.head.backward] : []),
  ];
}

/**
 * Totals of a collective over a step, in which a recurring collective (of a layer or micro-batch) occurs `n` times.
 */
function ofStep<N>({ alg }: Context<N>, r: Recurring<N>, n: N): CollectiveEstimate<N> {
  const all = (tau: N): N => alg.apply(comm.totalCallTime, { n_c: n, tau });
  return {
    dimension: r.dimension,
    op: r.op,
    what: r.what,
    groupSize: r.group.size,
    tier: r.group.tier,
    algorithm: r.algorithm,
    bytes: r.bytes,
    count: alg.apply(comm.product, { n, n_c: r.calls }),
    callSeconds: r.call,
    totalSeconds: all(r.total),
    exposedSeconds: all(r.exposed),
  };
}
