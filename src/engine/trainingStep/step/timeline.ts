import type { Estimate } from "../../estimate/estimate.ts";
import type { PassTimes } from "../../estimate/timeEstimate.ts";
import type { Plan } from "../../scenario/plan.ts";
import type { ChunkSeconds } from "../../schedules/chunkSeconds.ts";
import { type HeldAt, heldOverTime } from "../../schedules/heldOverTime.ts";
import { chunkOf, FORWARD, kindOf, microBatchOf, WEIGHTS } from "../../schedules/pass.ts";
import { chunksPerStage, pieceOf, splitsBackward } from "../../schedules/pieces.ts";
import { piecesOf, rankAt } from "../../schedules/placement.ts";
import { runSchedule, type SimulatedRank } from "../../schedules/runSchedule.ts";
import { placementOf } from "../../schedules/traits.ts";

/**
 * One pass of one micro-batch through one chunk of a stage. `weights` are the gradients of the chunk's
 * weights where the schedule runs them separately from backward. Times are seconds from the start of the
 * step.
 */
export interface Pass {
  readonly kind: "forward" | "backward" | "weights";
  readonly microBatch: number;
  readonly chunk: number;
  readonly start: number;
  readonly end: number;
}

/** Transfer of activations, or of their gradient, from one rank to another. Times are in s. */
export interface Send {
  readonly from: number;
  readonly to: number;
  readonly kind: "forward" | "backward";
  readonly microBatch: number;
  readonly chunk: number;
  readonly start: number;
  readonly end: number;
}

export interface Timeline {
  /** Passes of each stage in order of time. */
  readonly stages: readonly (readonly Pass[])[];
  /** Time from the first pass to the last, s, without gradient exchange and optimizer. */
  readonly seconds: number;
  /** Chunks of layers that a stage holds. */
  readonly chunks: number;
  /** Sends between stages in order of time; none where they take no time. */
  readonly sends: readonly Send[];
  /** True where a send blocks the sender; false where it overlaps the sender's next passes. */
  readonly sendsExposed: boolean;
  /** Activations that each stage holds over time, in micro-batches through all of its layers. */
  readonly held: readonly (readonly HeldAt[])[];
}

/** Parts of an estimate that a timeline reads. */
export type Timed = Pick<Estimate, "time"> & Partial<Pick<Estimate, "comm" | "stages">>;

/**
 * The pipeline's schedule, pass by pass, for a Gantt chart: an exact simulation. Exposed sends block the
 * sender; hidden ones cost nothing. With equal stages the length without sends is the closed form m(F + B) +
 * (p - 1)(F + B)/v of arXiv:2104.04473, section 2.2. An estimate without stage times is drawn with the
 * slowest stage's for all, and half of each backward as gradients of weights.
 */
export function timeline(plan: Plan, estimate: Timed): Timeline {
  const times = Array.from({ length: plan.pp }, (_, stage) => chunkTimes(plan, estimate, stage));
  const { each, exposed } = sendOf(plan, estimate);
  const run = runSchedule(plan, times, exposed);
  const sends = each === 0 ? [] : run.ranks.flatMap((rank, at) => sendsOf(plan, rank, at, each));
  const chunks = chunksPerStage(plan);
  return {
    stages: run.ranks.map(passesOf),
    seconds: run.seconds,
    chunks,
    sends: sends.sort((a, b) => a.start - b.start),
    sendsExposed: exposed > 0,
    held: run.ranks.map((rank, stage) => heldOverTime(rank, shareOfStage(estimate, stage, chunks))),
  };
}

function passesOf({ codes, starts, ends }: SimulatedRank): readonly Pass[] {
  return Array.from(codes, (code, i) => {
    const kind = kindOf(code);
    return {
      kind: kind === FORWARD ? "forward" : kind === WEIGHTS ? "weights" : "backward",
      microBatch: microBatchOf(code),
      chunk: chunkOf(code),
      start: starts[i] ?? 0,
      end: ends[i] ?? 0,
    };
  });
}

/** Share of a stage's layers in each chunk. */
function shareOfStage({ stages }: Timed, stage: number, chunks: number): (chunk: number) => number {
  const own = stages?.[stage];
  if (!own || own.layers === 0 || own.chunks.length !== chunks) return () => 1 / chunks;
  return (chunk) => (own.chunks[chunk] ?? 0) / own.layers;
}

/**
 * Time of one pass's sends between stages, s: `each` in total, and the `exposed` part that blocks the sender.
 */
function sendOf(plan: Plan, { comm }: Timed): { readonly each: number; readonly exposed: number } {
  let total = 0;
  let exposed = 0;
  // Gradients of the embedding that two stages share are reduced after the last pass.
  for (const one of comm ?? [])
    if (one.dimension === "pp" && one.op !== "all_reduce") {
      total += one.totalSeconds;
      exposed += one.exposedSeconds;
    }
  const passes = 2 * plan.numMicroBatches * chunksPerStage(plan);
  return { each: total / passes, exposed: exposed / passes };
}

function sendsOf(plan: Plan, { codes, ends }: SimulatedRank, from: number, seconds: number): readonly Send[] {
  const placement = placementOf(plan);
  const pieces = piecesOf(placement);
  const found: Send[] = [];
  codes.forEach((code, i) => {
    const kind = kindOf(code);
    if (kind === WEIGHTS) return;
    const chunk = chunkOf(code);
    const to = pieceOf(plan, from, chunk) + (kind === FORWARD ? 1 : -1);
    if (to < 0 || to >= pieces) return;
    const rank = rankAt(placement, to, placement.kind === "both_ends" ? chunk : 0);
    if (rank === from) return;
    const start = ends[i] ?? 0;
    const what = { kind: kind === FORWARD ? "forward" : "backward", microBatch: microBatchOf(code) } as const;
    found.push({ from, to: rank, ...what, chunk, start, end: start + seconds });
  });
  return found;
}

function chunkTimes(plan: Plan, { time }: Timed, stage: number): readonly ChunkSeconds[] {
  const v = chunksPerStage(plan);
  const split = splitsBackward(plan.schedule);
  const own = time.stages?.[stage];
  const chunks = own?.chunks.length === v ? own.chunks : null;
  return Array.from({ length: v }, (_, chunk) => {
    const of: PassTimes = chunks?.[chunk] ??
      own ?? { forward: time.forward, backward: time.backward, weights: null };
    const share = chunks ? 1 : v;
    const weights = split ? (of.weights ?? of.backward / 2) / share : 0;
    return { forward: of.forward / share, backward: of.backward / share - weights, weights };
  });
}
