import { chunkOf, codeOf, FORWARD, INPUTS, kindOf, microBatchOf, WEIGHTS } from "./pass.ts";
import type { Fill, PipelineSchedule, Proportions } from "./pipelineSchedule.ts";
import { pieceAt, piecesOf, rankAt } from "./placement.ts";

interface Rank {
  readonly order: Int32Array;
  next: number;
  readonly codes: number[];
  free: number;
  /**
   * Codes of the rank's backward passes whose gradients of weights are separate passes, in order. For the
   * entries before index `lateFrom`, that separate pass has run.
   */
  readonly late: number[];
  lateFrom: number;
  held: number;
  heldFirst: number;
  firsts: number;
}

const NEVER = Number.POSITIVE_INFINITY;

/**
 * Completes the pass orders of all ranks with gradients of weights, which run where a rank would wait. A
 * simulation with the pass times of `proportions` places them: ranks act in order of time, each as soon as the
 * dependencies of its next pass are done. Frameworks also plan this once, in advance (arXiv:2401.10241, section
 * 3.1).
 */
export function fillIn(
  schedule: PipelineSchedule,
  fill: Fill,
  proportions: Proportions,
): readonly Int32Array[] {
  return new Filling(schedule, fill, proportions).run();
}

/** Event simulation of all ranks, in which a rank fills idle time with passes for gradients of weights. */
class Filling {
  readonly #fill: Fill;
  readonly #chunks: number;
  readonly #microBatches: number;
  readonly #pieces: number;
  /**
   * Index of the piece of the model on each (rank, chunk). Pieces are groups of layers in the model's order.
   */
  readonly #pieceTable: Int32Array;
  /** Assumed pass times by (rank, chunk, kind), in the units of `Proportions`. */
  readonly #seconds: Float64Array;
  /** Rank that holds each piece of the model, by index of the piece. */
  readonly #homes: Int32Array;
  /** End times of forward passes by (micro-batch, piece); NaN until known. */
  readonly #forwards: Float64Array;
  /** End times of backward passes by (micro-batch, piece); NaN until known. */
  readonly #backwards: Float64Array;
  /** Time at which each rank acts next; infinity where it waits for another rank. */
  readonly #wake: Float64Array;
  readonly #ranks: readonly Rank[];

  constructor({ placement, microBatches, orders }: PipelineSchedule, fill: Fill, proportions: Proportions) {
    const { ranks, chunks } = placement;
    const pieces = piecesOf(placement);
    this.#fill = fill;
    this.#chunks = chunks;
    this.#microBatches = microBatches;
    this.#pieces = pieces;
    this.#pieceTable = new Int32Array(ranks * chunks);
    this.#seconds = new Float64Array(ranks * chunks * 3);
    for (let rank = 0; rank < ranks; rank++)
      for (let chunk = 0; chunk < chunks; chunk++) {
        const at = rank * chunks + chunk;
        const piece = pieceAt(placement, rank, chunk);
        const longer = piece === pieces - 1 ? 1 + proportions.head : 1;
        this.#pieceTable[at] = piece;
        this.#seconds[3 * at + FORWARD] = longer * proportions.forward;
        this.#seconds[3 * at + INPUTS] = longer * proportions.backward;
        this.#seconds[3 * at + WEIGHTS] = longer * proportions.weights;
      }
    this.#homes = Int32Array.from({ length: pieces }, (_, piece) => rankAt(placement, piece, 0));
    this.#forwards = new Float64Array(microBatches * pieces).fill(Number.NaN);
    this.#backwards = new Float64Array(microBatches * pieces).fill(Number.NaN);
    this.#wake = new Float64Array(ranks);
    this.#ranks = orders.map(
      (order): Rank => ({
        ...{ order, next: 0, codes: [], free: 0, late: [], lateFrom: 0, held: 0, heldFirst: 0, firsts: 0 },
      }),
    );
  }

  run(): readonly Int32Array[] {
    for (;;) {
      let first = 0;
      let now = NEVER;
      for (let rank = 0; rank < this.#wake.length; rank++) {
        const time = this.#wake[rank] as number;
        if (time < now) {
          now = time;
          first = rank;
        }
      }
      const rank = this.#ranks[first];
      if (!rank || now === NEVER) break;
      this.#act(first, rank, now);
    }
    return this.#ranks.map(({ codes }) => Int32Array.from(codes));
  }

  /** Runs a pass of rank `at` at time `now`, or sets the time at which the rank tries again. */
  #act(at: number, rank: Rank, now: number): void {
    const { early, most } = this.#fill;
    if (early) skipRun(rank);
    const code = rank.order[rank.next];
    if (code === undefined) {
      if (!this.#passWeights(at, rank, now)) this.#wake[at] = NEVER;
      return;
    }
    const from = this.#ready(code, at);
    const late = rank.late[rank.lateFrom];
    if (kindOf(code) === FORWARD && rank.held >= most && late !== undefined) {
      this.#passWeights(at, rank, now);
      return;
    }
    if (from <= now) {
      rank.next++;
      this.#pass(at, rank, code, now);
      return;
    }
    const fits = (length: number): boolean => Number.isNaN(from) || from - now >= length * (1 - 1e-9);
    const first = 3 * at * this.#chunks;
    if (early && rank.firsts < this.#microBatches && rank.held < most - 1 && rank.heldFirst < most - 1 - at) {
      const forward = codeOf(FORWARD, 0, rank.firsts);
      if (this.#ready(forward, at) <= now && fits(this.#seconds[first + FORWARD] as number)) {
        this.#pass(at, rank, forward, now);
        return;
      }
    }
    if (late !== undefined && fits(this.#seconds[first + 3 * chunkOf(late) + WEIGHTS] as number)) {
      this.#passWeights(at, rank, now);
      return;
    }
    this.#wake[at] = from > now ? from : NEVER;
  }

  /** Time at which a pass's input is ready; NaN where the pass that computes the input has not run. */
  #ready(code: number, rank: number): number {
    const piece = this.#pieceTable[rank * this.#chunks + chunkOf(code)] as number;
    const at = microBatchOf(code) * this.#pieces + piece;
    if (kindOf(code) === FORWARD) return piece === 0 ? 0 : (this.#forwards[at - 1] as number);
    return (piece === this.#pieces - 1 ? this.#forwards[at] : this.#backwards[at + 1]) as number;
  }

  #pass(at: number, rank: Rank, code: number, from: number): void {
    const kind = kindOf(code);
    const chunk = chunkOf(code);
    const place = at * this.#chunks + chunk;
    rank.codes.push(code);
    rank.free = from + (this.#seconds[3 * place + kind] as number);
    const first = chunk === 0 ? 1 : 0;
    if (kind === WEIGHTS) {
      rank.held--;
      rank.heldFirst -= first;
    } else {
      if (kind === FORWARD) {
        rank.held++;
        rank.heldFirst += first;
        rank.firsts += first;
      } else rank.late.push(code);
      this.#end(code, this.#pieceTable[place] as number, rank.free);
    }
    this.#wake[at] = rank.free;
  }

  /** Runs the oldest postponed pass for gradients of weights. Returns false where none is postponed. */
  #passWeights(at: number, rank: Rank, now: number): boolean {
    const code = rank.late[rank.lateFrom];
    if (code === undefined) return false;
    rank.lateFrom++;
    this.#pass(at, rank, codeOf(WEIGHTS, chunkOf(code), microBatchOf(code)), now);
    return true;
  }

  /** Records the end of a pass, and wakes the rank that depends on it. */
  #end(code: number, piece: number, time: number): void {
    const at = microBatchOf(code) * this.#pieces + piece;
    const forward = kindOf(code) === FORWARD;
    (forward ? this.#forwards : this.#backwards)[at] = time;
    const to = forward ? Math.min(piece + 1, this.#pieces - 1) : piece - 1;
    if (to < 0) return;
    const home = this.#homes[to] as number;
    const other = this.#ranks[home];
    if (other && (this.#wake[home] as number) > time) this.#wake[home] = Math.max(time, other.free);
  }
}

/** Skips the next forwards in a rank's order that have already run early. */
function skipRun(rank: Rank): void {
  for (;;) {
    const drawn = rank.order[rank.next];
    if (drawn === undefined || kindOf(drawn) !== FORWARD || chunkOf(drawn) !== 0) return;
    if (microBatchOf(drawn) >= rank.firsts) return;
    rank.next++;
  }
}
