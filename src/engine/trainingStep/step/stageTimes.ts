import type { StageLayout } from "../../estimate/stageLayout.ts";
import type { PassTimes } from "../../estimate/timeEstimate.ts";
import { inputGradientTime, passSend } from "../../formulas/step/pipeline.ts";
import { splitText } from "../../scenario/split.ts";
import {
  chunksPerStage,
  modelPieces,
  pieceOf,
  pipelineCopies,
  splitsBackward,
} from "../../schedules/pieces.ts";
import { exposedLabel, type Recurring } from "../communication/communication.ts";
import type { Directions } from "../compute/host.ts";
import { type Compute, times } from "../compute/layerTime.ts";
import type { Context } from "../inputs/context.ts";
import type { ModelContext } from "../model/layerContext.ts";
import { layersOf, overKinds } from "../model/layersOfKind.ts";
import { countPlanned } from "../model/plannedKinds.ts";
import { endsVision } from "../model/visionPlace.ts";
import { amaxReductions } from "../parallel/amaxReductions.ts";
import { pipelineSends } from "../parallel/pipelineSends.ts";
import { redistributions } from "../parallel/redistributions.ts";
import type { KindTime } from "./kindTimes.ts";
import type { MicroBatchWork } from "./microBatch.ts";
import type { ChunkTimes, PipelineStage } from "./pipelineStage.ts";

/** Times of one micro-batch on one pipeline stage, s, including exposed communication, with the stage's layout. */
export interface StageTime<N> extends PipelineStage<N> {
  readonly layout: StageLayout;
  readonly layers: N;
  readonly forward: N;
  readonly backward: N;
  /**
   * Collectives that run between passes: sends to other stages, all-reduces of FP8 maxima, and all-gathers between groups
   * of layers.
   */
  readonly between: readonly Recurring<N>[];
  readonly total: N;
  readonly passes: PassTimes<N> & { readonly chunks: readonly PassTimes<N>[] };
}

/**
 * Times of one micro-batch on every pipeline stage. Stages with equal layers are computed once. `sends` are the sends of a
 * stage to the next.
 */
export function stageTimes<N>(
  ctx: ModelContext<N>,
  each: MicroBatchWork<N>,
  kinds: readonly KindTime<N>[],
  sends: typeof pipelineSends<N> = pipelineSends,
): readonly StageTime<N>[] {
  const { alg } = ctx;
  const { model, plan } = ctx.scenario;
  const v = chunksPerStage(plan);
  const known: { readonly turned: boolean; readonly stage: StageTime<N> }[] = [];
  const pass = passTimes(ctx, each);
  const chunkPasses = passesOfChunks(ctx, kinds, pass);
  return ctx.layouts.map((layout) => {
    // In two copies of a pipeline, the later stages hold the earlier ones' pieces in reverse order.
    const turned = pipelineCopies(plan) > 1 && 2 * layout.stage >= plan.pp;
    const projects = endsVision(model, layout.spans);
    // Stages with layers of several degrees differ in their order too.
    const same =
      ctx.degrees.length === 0 &&
      known.find(
        ({ turned: other, stage }) =>
          other === turned &&
          holdsSame(stage.layout, layout) &&
          endsVision(model, stage.layout.spans) === projects,
      );
    if (same) return ofStage(layout, same.stage);
    const layers = layersOf(ctx, layout);
    const held = overKinds(ctx, layout, kinds);
    const whole = pass("a stage", held, layout.embedding, layout.head, projects);
    const { forward, backward } = whole;
    const both = [
      { label: "forward pass of one micro-batch on the stage", value: forward },
      { label: "backward pass of one micro-batch on the stage", value: backward },
    ];
    const between = [
      ...sends(ctx, layout, alg.sum("computation of one micro-batch", "s", both)),
      ...amaxReductions(ctx),
      ...redistributions(ctx, layout),
    ];
    const exposed = between.map((r) => ({ label: exposedLabel(r, r.group.size), value: r.exposed }));
    const total = alg.sum("one micro-batch on a stage", "s", [...both, ...exposed]);
    const parts = v === 1 ? [] : chunkPasses(layout);
    const stage: StageTime<N> = {
      layout,
      stage: layout.stage,
      layers,
      forward,
      backward,
      between,
      total,
      passes: { forward, backward, weights: whole.weights, chunks: parts },
      chunks:
        plan.pp === 1
          ? []
          : withExposed(
              ctx,
              v === 1 ? [whole] : parts,
              alg.sum("exposed communication of one micro-batch between its passes", "s", exposed),
            ),
    };
    known.push({ turned, stage });
    return stage;
  });
}

/** Returns a function for the pass times of a stage's chunks. Chunks with equal layers are computed once. */
function passesOfChunks<N>(
  ctx: ModelContext<N>,
  kinds: readonly KindTime<N>[],
  pass: ReturnType<typeof passTimes<N>>,
): (layout: StageLayout) => readonly PassTimes<N>[] {
  const { alg } = ctx;
  const { model, plan } = ctx.scenario;
  const pieces = modelPieces(plan);
  const knownChunks = new Map<string, PassTimes<N>>();
  return ({ stage, spans }) =>
    spans.map((span, chunk) => {
      const piece = pieceOf(plan, stage, chunk);
      const held = countPlanned(model, plan, [span]);
      const projects = endsVision(model, [span]);
      const key = `${held.map(({ kind, layers }) => `${kind} ${layers}`).join(" ")} ${piece === 0} ${piece === pieces - 1} ${projects}`;
      const same = knownChunks.get(key);
      if (same) return same;
      const layers: LayersOfKind<N>[] = [];
      for (const one of held) {
        const value = kinds[ctx.kinds.findIndex(({ kind }) => kind === one.kind)];
        const n = alg.constant("layers of a chunk", one.layers, "1", `split = ${splitText(plan.split)}`);
        if (value) layers.push({ label: "layers", n, value });
      }
      const found = pass("a chunk", layers, piece === 0, piece === pieces - 1, projects);
      knownChunks.set(key, found);
      return found;
    });
}

/** Number of layers of one kind (`n`), with the time of one such layer (`value`). */
interface LayersOfKind<N> {
  readonly label: string;
  readonly n: N;
  readonly value: KindTime<N>;
}

/**
 * Returns a function for the pass times of one micro-batch through a part of the model (`of` names it in a
 * derivation): through its layers, and the embedding, the projector and the head if the part has them.
 */
function passTimes<N>(
  ctx: ModelContext<N>,
  each: MicroBatchWork<N>,
): (
  of: string,
  layers: readonly LayersOfKind<N>[],
  hasEmbedding: boolean,
  hasHead: boolean,
  hasProjector: boolean,
) => PassTimes<N> {
  const { alg } = ctx;
  const split = splitsBackward(ctx.scenario.plan.schedule);
  const end = ({ forward, backward }: Directions<N>, { weights }: Compute<N>) => ({
    weights,
    forward,
    backward,
  });
  const embedding = end(each.embedding, each.work.embedding);
  const head = end(each.head, each.work.head);
  const vision = each.vision && each.work.vision && end(each.vision, each.work.vision);
  type Way = "forward" | "backward" | "weights";
  return (of, layers, hasEmbedding, hasHead, hasProjector) => {
    const sum = (what: string, way: Way): N =>
      alg.sum(`${what} through ${of}`, "s", [
        ...layers.map(({ label, n, value }) => ({
          label: `${what}: ${label}`,
          value: times(ctx, n, value[way]),
        })),
        ...(hasEmbedding ? [{ label: `${what}: embedding`, value: embedding[way] }] : []),
        ...(hasProjector && vision ? [{ label: `${what}: patches and projector`, value: vision[way] }] : []),
        ...(hasHead ? [{ label: `${what}: head and loss`, value: head[way] }] : []),
      ]);
    return {
      forward: sum("forward time of one micro-batch", "forward"),
      backward: sum("backward time of one micro-batch", "backward"),
      weights: split ? sum("weight-gradient time of one micro-batch", "weights") : null,
    };
  };
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

/**
 * Times of a stage that has the same layers as a computed stage, `same`, but another layout. Fields are listed one by
 * one, because an object spread takes many times longer.
 */
function ofStage<N>(layout: StageLayout, same: StageTime<N>): StageTime<N> {
  const { layers, forward, backward, between, total, passes, chunks } = same;
  return { layout, stage: layout.stage, layers, forward, backward, between, total, passes, chunks };
}

/**
 * Times of a stage's chunks for the simulation of the schedule. Forward and backward include the exposed collectives
 * between passes (`between`, for all chunks of the stage, s). Weight gradients are separate where the schedule runs
 * them in separate passes.
 */
function withExposed<N>(
  { alg, x }: Context<N>,
  passes: readonly PassTimes<N>[],
  between: N,
): readonly ChunkTimes<N>[] {
  const each = {
    label: "exposed communication between two passes",
    value: alg.apply(passSend, { tau: between, v: x.vpp }),
  };
  const whole = (label: string, value: N): N =>
    alg.sum(`${label} pass through a chunk`, "s", [
      { label: `${label} pass of one micro-batch through the chunk`, value },
      each,
    ]);
  const known = new Map<PassTimes<N>, ChunkTimes<N>>();
  return passes.map((pass) => {
    const same = known.get(pass);
    if (same) return same;
    const { forward, backward, weights } = pass;
    const rest =
      weights === null ? backward : alg.apply(inputGradientTime, { tau_1: backward, tau_2: weights });
    const chunk = { forward: whole("forward", forward), backward: whole("backward", rest), weights };
    known.set(pass, chunk);
    return chunk;
  });
}
