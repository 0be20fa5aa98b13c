import type { Part } from "../algebra.ts";
import { times } from "../compute/layerTime.ts";
import type { Context } from "../context.ts";
import * as book from "../formulas/pipeline.ts";
import { modelPieces, pieceOf } from "../schedule.ts";
import { traitsOf } from "../schedules/traits.ts";

/** One micro-batch through a chunk of a stage, s, with the sends that nothing hides. */
export interface ChunkTimes<N> {
  readonly forward: N;
  /** Without the gradients of the weights where the schedule runs them apart. */
  readonly backward: N;
  readonly weights: N | null;
}

/** A stage as the schedule sees it; chunks of equal time are the same object. */
export interface PipelineStage<N> {
  readonly stage: number;
  readonly chunks: readonly ChunkTimes<N>[];
}

/** The stages that may set the step: those at the ends of each run of equal stages, since a wait within it is no longer. */
export function pacingStages<N>(stages: readonly PipelineStage<N>[]): readonly number[] {
  const found: number[] = [];
  stages.forEach(({ chunks }, i) => {
    if (stages[i - 1]?.chunks !== chunks || stages[i + 1]?.chunks !== chunks) found.push(i);
  });
  return found;
}

/** Neighbouring pieces of the model that take the same time, from one to before another. */
interface Run<N> {
  readonly of: ChunkTimes<N>;
  readonly from: number;
  end: number;
}

/**
 * What a stage waits in a step while the pipeline fills and drains, s: the longest chain of passes through other stages
 * that keeps it from its work. The stage with the longest work and wait sets the step. Chains that leave a stage more than
 * once are not looked at; see `test/engine/pipelineWait.test.ts` for what that costs beside an exact simulation.
 */
export function pipelineWait<N>(ctx: Context<N>, stages: readonly PipelineStage<N>[], at: number): N {
  const { alg, scenario } = ctx;
  const { schedule } = scenario.plan;
  const here = stages[at];
  if (!here || stages.length === 1) return alg.constant("waiting", 0, "s", "one stage waits for no other");
  if (!traitsOf(schedule).drains)
    return alg.constant(
      "waiting",
      0,
      "s",
      "PipeDream's pipeline never drains: arXiv:1806.03377, section 3.2",
    );
  if (schedule === "dualpipe") return dualPipeWait(ctx, stages, at);
  const path = pathsOf(ctx, stages);
  const pieces = modelPieces(scenario.plan);
  const before = path("one micro-batch through the stages before and back", [
    ["forward", 0, at],
    ["backward", 0, at],
  ]);
  if (schedule === "gpipe") {
    const after = path("one micro-batch through the stages after and back", [
      ["forward", at + 1, pieces],
      ["backward", at + 1, pieces],
    ]);
    const none = alg.constant("work meanwhile", 0, "s", "GPipe runs all forwards before the first backward");
    return alg.apply(book.pipelineWait, {
      tau_e: before,
      tau_1: after,
      tau_2: none,
      tau_3: none,
      tau_4: none,
    });
  }
  const top = pieceOf(scenario.plan, at, here.chunks.length - 1);
  const fills = path("from the first forward until the first backward can begin", [
    ["forward", at, pieces],
    ["backward", top + 1, pieces],
  ]);
  const drains = path("from the last forward until the last backward can begin", [
    ["forward", top + 1, pieces],
    ["backward", at + 1, pieces],
  ]);
  const counts = inWarmUp(ctx, here);
  const own = (label: string, direction: keyof ChunkTimes<N>, counts: readonly number[]): N =>
    sumOf(
      ctx,
      label,
      here.chunks.map((chunk, i) => [chunk[direction], counts[i] ?? 0]),
    );
  // The last backward of all, of the first chunk, is what the stage waits for.
  const less = counts.map((n, i) => (i === 0 ? n - 1 : n));
  const meanwhile = {
    tau_e: before,
    tau_1: fills,
    tau_2: own("forwards run meanwhile", "forward", counts),
    tau_3: drains,
    tau_4: own("backwards run meanwhile", "backward", less),
  };
  const allInWarmUp = counts.every((n) => n === scenario.plan.numMicroBatches);
  if (here.chunks[0]?.weights === null)
    return alg.apply(allInWarmUp ? book.shortPipelineWait : book.pipelineWait, meanwhile);
  const held = heldChunks(ctx, here, counts);
  const gradients = own(
    "gradients of weights run meanwhile",
    "weights",
    held.map((n, i) => (i === 0 ? n - 1 : n)),
  );
  if (allInWarmUp) {
    const tau_4 = alg.sum("backwards and gradients of weights run meanwhile", "s", [
      { label: "backwards", value: meanwhile.tau_4 },
      { label: "gradients of weights", value: gradients },
    ]);
    const none = alg.constant("stages before", 0, "s", "gradients of weights fill the time until then");
    return alg.apply(book.shortPipelineWait, {
      tau_e: none,
      tau_1: fills,
      tau_2: meanwhile.tau_2,
      tau_3: drains,
      tau_4,
    });
  }
  return alg.apply(book.zeroBubbleWait, {
    tau_5: gradients,
    tau_6: own("gradients of weights put off", "weights", held),
    tau_7: sumOf(ctx, "gradients of the first stage's weights", [[stages[0]?.chunks[0]?.weights ?? null, 1]]),
    ...meanwhile,
  });
}

/** Forwards of each chunk until the stage's first backward. */
function inWarmUp<N>({ scenario }: Context<N>, { stage, chunks }: PipelineStage<N>): readonly number[] {
  const { schedule, pp, numMicroBatches: m, microBatchGroup } = scenario.plan;
  const v = chunks.length;
  if (schedule === "zb_v") return [Math.min(m, 2 * pp - 1 - stage), Math.min(m, stage + 1)];
  const after = pp - stage - 1;
  if (v === 1) return [Math.min(m, (schedule === "zb_h2" ? 2 * after : after) + 1)];
  // Chunk by chunk, a group of micro-batches at a time: arXiv:2104.04473, figure 4.
  const g = microBatchGroup;
  const total = Math.min(m * v, 2 * after + (v - 1) * g + 1);
  const rounds = Math.floor(total / (g * v));
  const rest = total - rounds * g * v;
  return chunks.map((_, i) => rounds * g + Math.max(0, Math.min(g, rest - i * g)));
}

/** Micro-batches of each chunk whose gradients of the weights a stage may put off: as many as it holds activations of. */
function heldChunks<N>(
  { scenario }: Context<N>,
  { chunks }: PipelineStage<N>,
  warmUp: readonly number[],
): readonly number[] {
  const { schedule, pp, numMicroBatches: m } = scenario.plan;
  const [first = 0] = warmUp;
  if (chunks.length > 1) return [first, Math.min(m, 2 * pp - first)];
  return [Math.min(m, schedule === "zb_h2" ? 2 * pp - 1 : pp)];
}

type Leg = readonly [direction: "forward" | "backward", from: number, end: number];

/** Adds up passes through ranges of the model's pieces. */
function pathsOf<N>(
  ctx: Context<N>,
  stages: readonly PipelineStage<N>[],
): (label: string, legs: readonly Leg[]) => N {
  const runs: Run<N>[] = [];
  const { plan } = ctx.scenario;
  const order: ChunkTimes<N>[] = [];
  for (const { stage, chunks } of stages)
    chunks.forEach((chunk, i) => {
      order[pieceOf(plan, stage, i)] = chunk;
    });
  order.forEach((of, piece) => {
    const last = runs.at(-1);
    if (last && last.of === of) last.end = piece + 1;
    else runs.push({ of, from: piece, end: piece + 1 });
  });
  return (label, legs) => {
    const counted: Counted<N>[] = [];
    for (const [direction, from, end] of legs)
      for (const run of runs) {
        const n = Math.min(end, run.end) - Math.max(from, run.from);
        if (n > 0) counted.push([run.of[direction], n]);
      }
    return sumOf(ctx, label, counted);
  };
}

/** Passes that take as long; null where the schedule has none of the kind. */
type Counted<N> = readonly [value: N | null, n: number];

function sumOf<N>(ctx: Context<N>, label: string, counted: readonly Counted<N>[]): N {
  const parts: Part<N>[] = [];
  for (const [value, n] of counted)
    if (value !== null && n > 0)
      parts.push({
        label: `${n} passes`,
        value: n === 1 ? value : times(ctx, ctx.alg.constant("passes", n, "1", "the schedule"), value),
      });
  return ctx.alg.sum(label, "s", parts);
}

/** By the other stages' mean pass: they are what a stage waits for. */
function dualPipeWait<N>(ctx: Context<N>, stages: readonly PipelineStage<N>[], at: number): N {
  const { alg, x } = ctx;
  const others = stages.filter((_, i) => i !== at).flatMap(({ chunks }) => chunks);
  const n = alg.constant("share of each", 1 / others.length, "1", "the mean over the other stages' chunks");
  const mean = (label: string, of: (chunk: ChunkTimes<N>) => N | null): N => {
    const parts = others.flatMap((chunk) => {
      const value = of(chunk);
      return value === null ? [] : [{ label: "a chunk", value }];
    });
    return times(ctx, n, alg.sum(label, "s", parts));
  };
  const tau_3 = mean("gradients of the weights", ({ weights }) => weights);
  return alg.apply(book.dualPipeWait, {
    p: x.pp,
    tau_1: mean("forward", ({ forward }) => forward),
    tau_2: alg.sum("backward", "s", [
      { label: "gradients of the input", value: mean("backward", ({ backward }) => backward) },
      { label: "gradients of the weights", value: tau_3 },
    ]),
    tau_3,
  });
}
