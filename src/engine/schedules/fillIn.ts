import { chunkOf, codeOf, FORWARD, INPUTS, kindOf, microBatchOf, WEIGHTS } from "./pass.ts";
import type { Fill, PipelineSchedule, Proportions } from "./pipelineSchedule.ts";
import { pieceAt, piecesOf, rankAt } from "./placement.ts";

interface Rank {
  readonly order: Int32Array;
  next: number;
  readonly codes: number[];
  free: number;
  /** Codes of backwards whose gradients of weights have not run. Those before `lateFrom` have. */
  readonly late: number[];
  lateFrom: number;
  held: number;
  heldFirst: number;
  firsts: number;
}

const NEVER = Number.POSITIVE_INFINITY;

/**
 * Complete orders of passes, with gradients of weights filled in where a rank would wait. Pass times are
 * assumed as in `proportions`. Ranks act in order of time, each as soon as the dependencies of its next pass
 * are done. Frameworks also plan this once, in advance (arXiv:2401.10241, section 3.1).
 */
export function fillIn(
  { placement, microBatches: m, orders }: PipelineSchedule,
  fill: Fill,
  proportions: Proportions,
): readonly Int32Array[] {
  const { ranks: p, chunks } = placement;
  const pieces = piecesOf(placement);
  const pieceTable = new Int32Array(p * chunks);
  const seconds = new Float64Array(p * chunks * 3);
  for (let rank = 0; rank < p; rank++)
    for (let chunk = 0; chunk < chunks; chunk++) {
      const at = rank * chunks + chunk;
      const piece = pieceAt(placement, rank, chunk);
      const longer = piece === pieces - 1 ? 1 + proportions.head : 1;
      pieceTable[at] = piece;
      seconds[3 * at + FORWARD] = longer * proportions.forward;
      seconds[3 * at + INPUTS] = longer * proportions.backward;
      seconds[3 * at + WEIGHTS] = longer * proportions.weights;
    }
  const homes = Int32Array.from({ length: pieces }, (_, piece) => rankAt(placement, piece, 0));
  /** End times of forwards and backwards by (micro-batch, piece); NaN until known. */
  const forwards = new Float64Array(m * pieces).fill(Number.NaN);
  const backwards = new Float64Array(m * pieces).fill(Number.NaN);
  const wake = new Float64Array(p);
  const ranks = orders.map(
    (order): Rank => ({
      ...{ order, next: 0, codes: [], free: 0, late: [], lateFrom: 0, held: 0, heldFirst: 0, firsts: 0 },
    }),
  );

  const ready = (code: number, rank: number): number => {
    const piece = pieceTable[rank * chunks + chunkOf(code)] as number;
    const at = microBatchOf(code) * pieces + piece;
    if (kindOf(code) === FORWARD) return piece === 0 ? 0 : (forwards[at - 1] as number);
    return piece === pieces - 1 ? (forwards[at] as number) : (backwards[at + 1] as number);
  };
  /** Records the end of a pass, and wakes the rank that depends on it. */
  const hand = (code: number, piece: number, time: number): void => {
    const at = microBatchOf(code) * pieces + piece;
    const forward = kindOf(code) === FORWARD;
    (forward ? forwards : backwards)[at] = time;
    const to = forward ? Math.min(piece + 1, pieces - 1) : piece - 1;
    if (to < 0) return;
    const home = homes[to] as number;
    const other = ranks[home];
    if (other && (wake[home] as number) > time) wake[home] = Math.max(time, other.free);
  };
  const run = (at: number, rank: Rank, code: number, from: number): void => {
    const kind = kindOf(code);
    const chunk = chunkOf(code);
    const place = at * chunks + chunk;
    rank.codes.push(code);
    rank.free = from + (seconds[3 * place + kind] as number);
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
      hand(code, pieceTable[place] as number, rank.free);
    }
    wake[at] = rank.free;
  };
  const runWeights = (at: number, rank: Rank, now: number): boolean => {
    const code = rank.late[rank.lateFrom];
    if (code === undefined) return false;
    rank.lateFrom++;
    run(at, rank, codeOf(WEIGHTS, chunkOf(code), microBatchOf(code)), now);
    return true;
  };
  /** Skips forwards that have already run early. */
  const passOver = (rank: Rank): void => {
    for (;;) {
      const drawn = rank.order[rank.next];
      if (drawn === undefined || kindOf(drawn) !== FORWARD || chunkOf(drawn) !== 0) return;
      if (microBatchOf(drawn) >= rank.firsts) return;
      rank.next++;
    }
  };
  /** Runs the pass of a rank that is due at `now`, or sets the time of its next attempt. */
  const act = (at: number, rank: Rank, now: number): void => {
    if (fill.early) passOver(rank);
    const code = rank.order[rank.next];
    if (code === undefined) {
      if (!runWeights(at, rank, now)) wake[at] = NEVER;
      return;
    }
    const from = ready(code, at);
    const late = rank.late[rank.lateFrom];
    if (kindOf(code) === FORWARD && rank.held >= fill.most && late !== undefined) {
      runWeights(at, rank, now);
      return;
    }
    if (from <= now) {
      rank.next++;
      run(at, rank, code, now);
      return;
    }
    const fits = (length: number): boolean => Number.isNaN(from) || from - now >= length * (1 - 1e-9);
    if (fill.early && rank.firsts < m && rank.held < fill.most - 1 && rank.heldFirst < fill.most - 1 - at) {
      const forward = codeOf(FORWARD, 0, rank.firsts);
      if (ready(forward, at) <= now && fits(seconds[3 * at * chunks + FORWARD] as number)) {
        run(at, rank, forward, now);
        return;
      }
    }
    if (late !== undefined && fits(seconds[3 * (at * chunks + chunkOf(late)) + WEIGHTS] as number)) {
      runWeights(at, rank, now);
      return;
    }
    wake[at] = from > now ? from : NEVER;
  };

  for (;;) {
    let first = 0;
    let now = NEVER;
    for (let rank = 0; rank < p; rank++) {
      const time = wake[rank] as number;
      if (time < now) {
        now = time;
        first = rank;
      }
    }
    const rank = ranks[first];
    if (!rank || now === NEVER) break;
    act(first, rank, now);
  }
  return ranks.map(({ codes }) => Int32Array.from(codes));
}
