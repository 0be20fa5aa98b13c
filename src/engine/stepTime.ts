import type { Part } from "./algebra.ts";
import { type LayerComm, pipelineComm, type Recurring } from "./communication.ts";
import type { Context, ModelContext } from "./context.ts";
import { dataParallelComm, expertReplicaComm, mirroredStageComm, tiedEmbeddingComm } from "./dataParallel.ts";
import type { Breakdown, CollectiveEstimate, PassTimes, StageLayout, TimeEstimate } from "./estimate.ts";
import * as comm from "./formulas/collectives.ts";
import {
  bubbleFraction,
  inputGradientTime,
  passSend,
  simulatedWait,
  waitShare,
} from "./formulas/pipeline.ts";
import { type Directions, withHost } from "./host.ts";
import { countKinds } from "./layerKinds.ts";
import { type Compute, times } from "./layerTime.ts";
import type { MicroBatchWork } from "./microBatch.ts";
import { withOffload } from "./offload.ts";
import { matrixComm, optimizerTime } from "./optimizerTime.ts";
import { type ChunkTimes, type PipelineStage, pacingStages, pipelineWait } from "./pipelineWait.ts";
import { chunksPerStage, modelPieces, pieceOf, splitsBackward } from "./schedule.ts";
import { stepLength } from "./schedules/runSchedule.ts";
import { traitsOf } from "./schedules/traits.ts";
import { layersOf, overKinds, type StageParams } from "./stageParams.ts";

export interface StepTime<N> {
  readonly time: TimeEstimate<N>;
  readonly collectives: readonly CollectiveEstimate<N>[];
  /** Pipeline idle time over compute time. */
  readonly bubbleFraction: N;
}

/** One micro-batch on one stage, exposed communication included, s. */
interface StageTime<N> extends PipelineStage<N> {
  readonly layout: StageLayout;
  readonly layers: N;
  readonly forward: N;
  readonly backward: N;
  readonly pipeline: readonly Recurring<N>[];
  readonly total: N;
  readonly passes: PassTimes<N> & { readonly chunks: readonly PassTimes<N>[] };
}

/**
 * A step: the stage whose work and waiting together are longest works through its micro-batches and waits for the others
 * while the pipeline fills and drains; then gradients meet across replicas and the optimizer runs.
 */
export function stepTime<N>(
  ctx: ModelContext<N>,
  params: StageParams<N>,
  each: MicroBatchWork<N>,
): StepTime<N> {
  const { alg, x } = ctx;
  const { work, ends } = each;
  const kinds = kindTimes(ctx, each);
  const stages = stageTimes(ctx, each, kinds);
  const m = microBatchesOfStage(ctx);
  const { slowest, bubble } = pacing(ctx, stages, m);
  const { layers } = slowest;
  const here = overKinds(ctx, slowest.layout, kinds);
  const eachStep = (label: string, of: (kind: KindTime<N>) => N): N => {
    const parts = here.map(({ label, n, value }) => ({
      label,
      value: times(ctx, m, times(ctx, n, of(value))),
    }));
    const [first, second] = parts;
    return first && !second ? first.value : alg.sum(label, "s", parts);
  };

  const embedding = slowest.layout.embedding ? work.embedding : null;
  const head = slowest.layout.head ? work.head : null;
  const vocabulary = alg.sum("embedding, head and loss of a micro-batch", "s", [
    ...(embedding ? [{ label: "embedding", value: embedding.kinds.vocabulary }] : []),
    ...(head ? [{ label: "head and loss", value: head.kinds.vocabulary }] : []),
  ]);

  const largest = alg.max(
    "parameters on a device of the largest stage",
    "param",
    params.stages.map((value, i) => ({ label: `stage ${i}`, value })),
  );
  const experts = largestExperts(ctx, params);
  const { forward, backward } = slowest;
  // What sends between stages leave exposed is time for gradients too.
  const hiding = alg.sum("one micro-batch backward and its exposed sends", "s", [
    { label: "backward", value: backward },
    ...slowest.pipeline.map((r) => ({ label: r.what, value: r.exposed })),
  ]);
  const collectives: CollectiveEstimate<N>[] = [];
  const recur = (list: readonly Recurring<N>[], n: N): void => {
    for (const r of list) collectives.push(ofStep(ctx, r, n));
  };
  for (const { n, value } of here) {
    const perLayer = alg.apply(comm.product, { n, n_c: m });
    recur(value.comm.forward, perLayer);
    recur(value.comm.backward, perLayer);
  }
  recur(endsOf(slowest.layout, ends), m);
  recur(slowest.pipeline, m);
  const { closed, splits, drains } = traitsOf(ctx.scenario.plan.schedule);
  const updates = drains ? x.one : x.microBatches;
  recur(dataParallelComm(ctx, { forward, backward: hiding, idle: bubble, layers, params: largest }), updates);
  if (experts)
    recur(
      expertReplicaComm(
        ctx,
        { forward, backward: hiding, idle: bubble, layers, params: experts },
        ctx.kinds.find((kind) => kind.experts)?.experts?.shards ?? x.one,
      ),
      updates,
    );
  recur(matrixComm(ctx, slowest.layout), updates);
  recur(tiedEmbeddingComm(ctx), updates);
  recur(mirroredStageComm(ctx, largest), x.one);
  const exposed = (dimension: "tp" | "cp" | "ep" | "pp" | "dp"): Breakdown<N> => {
    const parts = collectives
      .filter((c) => c.dimension === dimension)
      .map((c) => ({ label: `${c.op} of ${c.what}`, value: c.exposedSeconds }));
    return leaf(dimension, COMM_LABELS[dimension], alg.sum(`exposed ${COMM_LABELS[dimension]}`, "s", parts));
  };
  const inLayers = (name: string, label: string, of: (kind: KindTime<N>) => N): Breakdown<N> =>
    leaf(name, label, eachStep(label, of));
  const compute = branch(ctx, "compute", "compute", [
    inLayers("gemm", "matrix products", ({ work }) => work.kinds.gemm),
    inLayers("attention", "attention core", ({ work }) => work.kinds.attention),
    inLayers("memory_bound", "memory-bound kernels", ({ work }) => work.kinds.memory_bound),
    inLayers("recompute", "recomputation", ({ work }) => work.recompute),
    leaf("vocabulary", "embedding, head, loss", times(ctx, m, vocabulary)),
    inLayers("launch", "waiting for kernel launches", ({ wait }) => wait),
  ]);
  const communication = branch(ctx, "communication", "exposed communication", [
    exposed("tp"),
    exposed("cp"),
    exposed("ep"),
    exposed("pp"),
    exposed("dp"),
    inLayers("host", "copies to and from the host", ({ copying }) => copying),
  ]);
  const update = optimizerTime(ctx, { stage: slowest.layout, dense: largest, experts });
  const step = branch(ctx, "step", "step", [
    compute,
    communication,
    leaf("bubble", "pipeline bubble", bubble),
    leaf("optimizer", "optimizer", drains ? update : times(ctx, updates, update)),
  ]);
  const fraction =
    splits || !closed || !drains
      ? alg.apply(waitShare, { tau_1: bubble, tau_2: slowest.total, m })
      : alg.apply(bubbleFraction, { p: x.pp, v: x.vpp, m: x.microBatches });
  return {
    time: { step, forward, backward, stages: stages.map(({ passes }) => passes) },
    collectives,
    bubbleFraction: fraction,
  };
}

/** The stage that sets the step, and what it waits for the others, s. */
function pacing<N>(
  ctx: ModelContext<N>,
  stages: readonly StageTime<N>[],
  m: N,
): { readonly slowest: StageTime<N>; readonly bubble: N } {
  const { alg } = ctx;
  if (!traitsOf(ctx.scenario.plan.schedule).closed) return simulatedPacing(ctx, stages, m);
  let longest: { readonly slowest: StageTime<N>; readonly bubble: N; readonly seconds: number } | null = null;
  for (const at of pacingStages(stages)) {
    const slowest = stages[at];
    if (!slowest) continue;
    const bubble = pipelineWait(ctx, stages, at);
    const seconds = alg.value(m) * alg.value(slowest.total) + alg.value(bubble);
    if (!longest || seconds > longest.seconds) longest = { slowest, bubble, seconds };
  }
  if (!longest) throw new Error("a pipeline without stages");
  return longest;
}

/** The same where no formula says what stages wait: every pass is simulated. */
function simulatedPacing<N>(
  ctx: ModelContext<N>,
  stages: readonly StageTime<N>[],
  m: N,
): { readonly slowest: StageTime<N>; readonly bubble: N } {
  const { alg, scenario } = ctx;
  const [first] = stages;
  if (!first) throw new Error("a pipeline without stages");
  const slowest = stages.reduce(
    (most, stage) => (alg.value(stage.total) > alg.value(most.total) ? stage : most),
    first,
  );
  const seconds = (value: N | null): number => (value === null ? 0 : alg.value(value));
  const times = stages.map(({ chunks }) =>
    chunks.map((chunk) => ({
      forward: seconds(chunk.forward),
      backward: seconds(chunk.backward),
      weights: seconds(chunk.weights),
    })),
  );
  if (stages.length === 1) return { slowest, bubble: pipelineWait(ctx, stages, 0) };
  const length = stepLength(scenario.plan, times);
  const tau_1 = alg.constant(
    "length of the schedule",
    length,
    "s",
    "every pass of every micro-batch, simulated",
  );
  return { slowest, bubble: alg.apply(simulatedWait, { tau_1, tau_2: slowest.total, m }) };
}

/** Micro-batches that go through all a stage holds: under DualPipe every other one goes through either of its pieces. */
function microBatchesOfStage<N>(ctx: Context<N>): N {
  const { alg, x, scenario } = ctx;
  if (scenario.plan.schedule !== "dualpipe") return x.microBatches;
  const n = alg.constant("half", 0.5, "1", "either half of the micro-batches has its own direction");
  return alg.apply(comm.product, { n, n_c: x.microBatches });
}

const COMM_LABELS = {
  tp: "tensor parallel",
  cp: "context parallel",
  ep: "expert parallel",
  pp: "pipeline",
  dp: "data parallel",
} as const;

function leaf<N>(name: string, label: string, value: N): Breakdown<N> {
  return { name: `time.${name}`, label, unit: "s", value, parts: [] };
}

function branch<N>(
  { alg }: Context<N>,
  name: string,
  label: string,
  parts: readonly Breakdown<N>[],
): Breakdown<N> {
  return { name: `time.${name}`, label, unit: "s", value: alg.sum(`${label} time`, "s", parts), parts };
}

function endsOf<N>(layout: StageLayout, ends: MicroBatchWork<N>["ends"]): readonly Recurring<N>[] {
  return [
    ...(layout.embedding ? [...ends.embedding.forward, ...ends.embedding.backward] : []),
    ...(layout.head ? [...ends.head.forward, ...ends.head.backward] : []),
  ];
}

/** A layer of a kind for one micro-batch: kernels, collectives, and both together. */
interface KindTime<N> extends Directions<N> {
  readonly work: Compute<N>;
  readonly comm: LayerComm<N>;
  readonly wait: N;
  /** What of `forward` and `backward` waits for copies to and from the host's memory. */
  readonly copying: N;
  /** Of `backward`, the gradients of the weights. */
  readonly weights: N;
}

function kindTimes<N>(ctx: ModelContext<N>, { work, layers }: MicroBatchWork<N>): readonly KindTime<N>[] {
  const found: KindTime<N>[] = [];
  layers.forEach(({ comm, busy: alone, activations }, i) => {
    const kind = ctx.kinds[i];
    const own = work.layers[i];
    if (!kind || !own) return;
    const busy = withOffload(kind, alone, activations);
    const { forward, backward, wait } = withHost(kind, busy, comm);
    found.push({ work: own, comm, forward, backward, wait, copying: busy.copying, weights: own.weights });
  });
  return found;
}

/** Every stage's time; stages that hold the same are computed once. */
function stageTimes<N>(
  ctx: ModelContext<N>,
  each: MicroBatchWork<N>,
  kinds: readonly KindTime<N>[],
): readonly StageTime<N>[] {
  const { alg } = ctx;
  const { model, plan } = ctx.scenario;
  const v = chunksPerStage(plan);
  const split = splitsBackward(plan.schedule);
  const known: { readonly turned: boolean; readonly stage: StageTime<N> }[] = [];
  const end = ({ forward, backward }: Directions<N>, { weights }: Compute<N>) => ({
    weights,
    forward,
    backward,
  });
  const embedding = end(each.embedding, each.work.embedding);
  const head = end(each.head, each.work.head);
  type Way = "forward" | "backward" | "weights";
  const pass = (
    of: string,
    layers: readonly { readonly label: string; readonly n: N; readonly value: KindTime<N> }[],
    hasEmbedding: boolean,
    hasHead: boolean,
  ): PassTimes<N> => {
    const sum = (what: string, way: Way): N =>
      alg.sum(`${what} through ${of}`, "s", [
        ...layers.map(({ label, n, value }) => ({ label, value: times(ctx, n, value[way]) })),
        ...(hasEmbedding ? [{ label: "embedding", value: embedding[way] }] : []),
        ...(hasHead ? [{ label: "head and loss", value: head[way] }] : []),
      ]);
    return {
      forward: sum("one micro-batch forward", "forward"),
      backward: sum("one micro-batch backward", "backward"),
      weights: split ? sum("gradients of the weights", "weights") : null,
    };
  };
  const pieces = modelPieces(plan);
  const knownChunks = new Map<string, PassTimes<N>>();
  const chunkPasses = ({ stage, spans }: StageLayout): readonly PassTimes<N>[] =>
    spans.map((span, chunk) => {
      const piece = pieceOf(plan, stage, chunk);
      const held = countKinds(model, [span]);
      const key = `${held.map(({ kind, layers }) => `${kind} ${layers}`).join(" ")} ${piece === 0} ${piece === pieces - 1}`;
      const same = knownChunks.get(key);
      if (same) return same;
      const layers: { readonly label: string; readonly n: N; readonly value: KindTime<N> }[] = [];
      for (const one of held) {
        const value = kinds[ctx.kinds.findIndex(({ kind }) => kind === one.kind)];
        const n = alg.constant("layers of a chunk", one.layers, "1", `split = ${plan.split}`);
        if (value) layers.push({ label: "layers", n, value });
      }
      const found = pass("a chunk", layers, piece === 0, piece === pieces - 1);
      knownChunks.set(key, found);
      return found;
    });
  return ctx.layouts.map((layout) => {
    // DualPipe's later stages hold the pieces of the earlier ones the other way round.
    const turned = plan.schedule === "dualpipe" && 2 * layout.stage >= plan.pp;
    const same = known.find((one) => one.turned === turned && holdsSame(one.stage.layout, layout));
    if (same) return ofStage(layout, same.stage);
    const layers = layersOf(ctx, layout);
    const whole = pass("a stage", overKinds(ctx, layout, kinds), layout.embedding, layout.head);
    const { forward, backward } = whole;
    const both = [
      { label: "forward", value: forward },
      { label: "backward", value: backward },
    ];
    const pipeline = pipelineComm(ctx, alg.sum("computation of one micro-batch", "s", both));
    const sends = pipeline.map((r) => ({ label: r.what, value: r.exposed }));
    const total = alg.sum("one micro-batch on a stage", "s", [...both, ...sends]);
    const parts = v === 1 ? [] : chunkPasses(layout);
    const stage: StageTime<N> = {
      layout,
      stage: layout.stage,
      layers,
      forward,
      backward,
      pipeline,
      total,
      passes: { forward, backward, weights: whole.weights, chunks: parts },
      chunks: plan.pp === 1 ? [] : withSends(ctx, v === 1 ? [whole] : parts, alg.sum("sends", "s", sends)),
    };
    known.push({ turned, stage });
    return stage;
  });
}

function holdsSame(a: StageLayout, b: StageLayout): boolean {
  return (
    a.embedding === b.embedding &&
    a.head === b.head &&
    a.kinds.length === b.kinds.length &&
    a.kinds.every(({ kind, layers }, i) => b.kinds[i]?.kind === kind && b.kinds[i]?.layers === layers) &&
    a.chunks.every((layers, i) => b.chunks[i] === layers)
  );
}

/** A stage that holds the same as another. Listed one by one: spreading is many times slower. */
function ofStage<N>(layout: StageLayout, same: StageTime<N>): StageTime<N> {
  const { layers, forward, backward, pipeline, total, passes, chunks } = same;
  return { layout, stage: layout.stage, layers, forward, backward, pipeline, total, passes, chunks };
}

/** Chunks as the schedule sees them: with the sends that nothing hides, gradients of the weights apart where it runs them so. */
function withSends<N>(
  { alg, x }: Context<N>,
  passes: readonly PassTimes<N>[],
  sends: N,
): readonly ChunkTimes<N>[] {
  const send = { label: "exposed sends", value: alg.apply(passSend, { tau: sends, v: x.vpp }) };
  const sent = (label: string, value: N): N => alg.sum(`a chunk ${label}`, "s", [{ label, value }, send]);
  const known = new Map<PassTimes<N>, ChunkTimes<N>>();
  return passes.map((pass) => {
    const same = known.get(pass);
    if (same) return same;
    const { forward, backward, weights } = pass;
    const rest =
      weights === null ? backward : alg.apply(inputGradientTime, { tau_1: backward, tau_2: weights });
    const chunk = { forward: sent("forward", forward), backward: sent("backward", rest), weights };
    known.set(pass, chunk);
    return chunk;
  });
}

/** A collective of a layer or micro-batch as often as a step has them. */
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

/** Routed experts on a device of the stage with the most of them; null for a model without. */
function largestExperts<N>({ alg }: Context<N>, { experts }: StageParams<N>): N | null {
  const held: Part<N>[] = [];
  experts.forEach((value, i) => {
    if (value !== null) held.push({ label: `stage ${i}`, value });
  });
  return held.length === 0 ? null : alg.max("routed experts on a device of the largest stage", "param", held);
}
