import type { Estimate } from "../../estimate/estimate.ts";
import type { PassTimes } from "../../estimate/timeEstimate.ts";
import type { Plan } from "../../scenario/plan.ts";
import type { ChunkSeconds } from "../../schedules/chunkSeconds.ts";
import { type HeldAt, heldOverTime } from "../../schedules/heldOverTime.ts";
import { chunkOf, FORWARD, kindOf, microBatchOf, WEIGHTS } from "../../schedules/pass.ts";
import { chunksPerStage, pieceOf, splitsBackward } from "../../schedules/pieces.ts";
import { piecesOf, rankAt } from "../../schedules/placement.ts";
import { runSchedule, type SimulatedRank } from "../../schedules/runSchedule.ts";
import { placementOf, traitsOf } from "../../schedules/traits.ts";

/**
 * One pass of one micro-batch through one chunk of a pipeline stage. Kind `weights` computes the gradients of the
 * chunk's weights, in schedules that run them separately from the backward pass. `start` and `end` are in seconds from
 * the start of the step.
 */
export interface Pass {
  readonly kind: "forward" | "backward" | "weights";
  readonly microBatch: number;
  readonly chunk: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Transfer of activations, or of their gradient (kind `backward`), from one pipeline rank to another. `start` and
 * `end` are in seconds from the start of the step.
 */
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
  /** Passes of each stage, ordered by time. */
  readonly stages: readonly (readonly Pass[])[];
  /** Time from the start of the first pass to the end of the last, s; without gradient reduction and optimizer. */
  readonly seconds: number;
  /** Number of chunks (groups of consecutive layers) on a stage. */
  readonly chunks: number;
  /** True where the schedule runs forward and backward passes in turn between warm-up and cool-down. */
  readonly steady: boolean;
  /** Sends between stages, ordered by time; empty where sends take no time. */
  readonly sends: readonly Send[];
  /** True where a send blocks the sender; false where it overlaps the sender's next passes. */
  readonly sendsExposed: boolean;
  /** Saved activations of each stage over time; 1 is one micro-batch's activations of all layers of the stage. */
  readonly held: readonly (readonly HeldAt[])[];
}

/** Parts of an estimate from which a timeline is made: step time, and if present collectives and stages. */
export type Timed = Pick<Estimate, "time"> & Partial<Pick<Estimate, "comm" | "stages">>;

/**
 * Simulates the pipeline's schedule exactly, pass by pass, for a Gantt chart. Exposed sends block the sender; hidden
 * sends cost nothing. With equal stages and without sends its length is the closed form m(F + B) + (p - 1)(F + B)/v of
 * arXiv:2104.04473, section 2.2. For an estimate without stage times, every stage gets the slowest stage's times, and
 * weight gradients take half of each backward pass.
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
    steady: traitsOf(plan.schedule).steady,
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

/** Returns a function for the share of a stage's layers that a chunk has, 0 to 1. */
function shareOfStage({ stages }: Timed, stage: number, chunks: number): (chunk: number) => number {
  const own = stages?.[stage];
  if (!own || own.layers === 0 || own.chunks.length !== chunks) return () => 1 / chunks;
  return (chunk) => (own.chunks[chunk] ?? 0) / own.layers;
}

/** Mean time of the sends after one pass, s: all of it (`each`), and the part that blocks the sender (`exposed`). */
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
