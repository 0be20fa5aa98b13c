import { chunkOf, codeOf, FORWARD, INPUTS, isPaired, kindOf, microBatchOf, WEIGHTS, WHOLE } from "./pass.ts";
import type { PipelineSchedule } from "./pipelineSchedule.ts";
import { pieceAt, piecesOf, rankAt } from "./placement.ts";

/** What a pass through a chunk takes, s. */
export interface ChunkSeconds {
  readonly forward: number;
  /** Gradients of the inputs. */
  readonly backward: number;
  /** Gradients of the weights. */
  readonly weights: number;
}

export interface SimulatedRank {
  /** Codes of passes in the order in which they ran, and their times, s. */
  readonly codes: Int32Array;
  readonly starts: Float64Array;
  readonly ends: Float64Array;
}

export interface Simulation {
  readonly ranks: readonly SimulatedRank[];
  /** From the first pass to the end of the last, sends included, s. */
  readonly seconds: number;
  /** Ranks that wait for ever, each before the pass that it cannot run; empty where the schedule runs through. */
  readonly stuck: readonly { readonly rank: number; readonly code: number }[];
}

export interface SimulateOptions {
  /** What a rank that hands over to another is kept busy by it after the pass, s; 0 where sends are hidden. */
  readonly send?: number;
  /** How much of its time a wait must last to be filled with gradients of weights: 1 never delays what comes next. */
  readonly share?: number;
}

interface Rank {
  readonly order: Int32Array;
  next: number;
  count: number;
  readonly codes: Int32Array;
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  free: number;
  /** Backwards whose gradients of weights are to come: codes, from `lateFrom` on. */
  readonly late: number[];
  lateFrom: number;
  held: number;
  heldFirst: number;
  firsts: number;
}

const NEVER = Number.POSITIVE_INFINITY;

/**
 * Runs every rank's passes as soon as what they depend on is done, in order of time: a forward after the forward of the piece
 * before, a backward after the backward of the piece after. Each pass is looked at once or twice, so that 16 ranks and 128
 * micro-batches take about a millisecond.
 */
export function simulate(
  schedule: PipelineSchedule,
  times: readonly (readonly ChunkSeconds[])[],
  { send = 0, share = 1 }: SimulateOptions = {},
): Simulation {
  const { placement, microBatches: m, fill } = schedule;
  const { ranks: p, chunks } = placement;
  const pieces = piecesOf(placement);
  const dual = placement.kind === "both_ends";
  const half = m / 2;
  const pieceTable = new Int32Array(p * chunks);
  const seconds = new Float64Array(p * chunks * 4);
  for (let rank = 0; rank < p; rank++)
    for (let chunk = 0; chunk < chunks; chunk++) {
      const at = rank * chunks + chunk;
      const of = times[rank]?.[chunk];
      pieceTable[at] = pieceAt(placement, rank, chunk);
      seconds[4 * at + FORWARD] = of?.forward ?? 0;
      seconds[4 * at + INPUTS] = of?.backward ?? 0;
      seconds[4 * at + WEIGHTS] = of?.weights ?? 0;
      seconds[4 * at + WHOLE] = (of?.backward ?? 0) + (of?.weights ?? 0);
    }
  const homes = [0, 1].map((stream) =>
    Int32Array.from({ length: pieces }, (_, piece) => rankAt(placement, piece, stream)),
  );
  /** When forwards and backwards of (micro-batch, piece) were handed over; NaN until it is known. */
  const forwards = new Float64Array(m * pieces).fill(Number.NaN);
  const backwards = new Float64Array(m * pieces).fill(Number.NaN);
  const wake = new Float64Array(p);
  const ranks = schedule.orders.map((order): Rank => {
    const size = fill ? order.length + order.length / 2 : order.length;
    const [codes, starts, ends] = [new Int32Array(size), new Float64Array(size), new Float64Array(size)];
    const queue = { late: [], lateFrom: 0, held: 0, heldFirst: 0, firsts: 0 };
    return { order, next: 0, count: 0, codes, starts, ends, free: 0, ...queue };
  });

  const ready = (code: number, rank: number): number => {
    const kind = kindOf(code);
    if (kind === WEIGHTS) return 0;
    const piece = pieceTable[rank * chunks + chunkOf(code)] ?? 0;
    const at = microBatchOf(code) * pieces + piece;
    if (kind === FORWARD) return piece === 0 ? 0 : (forwards[at - 1] ?? 0);
    return piece === pieces - 1 ? (forwards[at] ?? 0) : (backwards[at + 1] ?? 0);
  };
  /** Tells the rank that waits for it when a pass is handed over. */
  const hand = (code: number, piece: number, time: number): void => {
    const at = microBatchOf(code) * pieces + piece;
    const forward = kindOf(code) === FORWARD;
    (forward ? forwards : backwards)[at] = time;
    const to = forward ? Math.min(piece + 1, pieces - 1) : piece - 1;
    if (to < 0) return;
    const home = homes[dual && microBatchOf(code) >= half ? 1 : 0]?.[to] ?? 0;
    const other = ranks[home];
    if (other && (wake[home] ?? 0) > time) wake[home] = Math.max(time, other.free);
  };
  const run = (at: number, rank: Rank, code: number, from: number, together = false): void => {
    const kind = kindOf(code);
    const chunk = chunkOf(code);
    const place = at * chunks + chunk;
    const end = from + (seconds[4 * place + kind] ?? 0);
    rank.codes[rank.count] = code;
    rank.starts[rank.count] = from;
    rank.ends[rank.count++] = end;
    rank.free = end;
    if (kind === WEIGHTS || kind === WHOLE) {
      rank.held--;
      if (chunk === 0) rank.heldFirst--;
    } else if (kind === FORWARD) {
      rank.held++;
      if (chunk === 0) {
        rank.heldFirst++;
        rank.firsts++;
      }
    } else if (fill) rank.late.push(code);
    if (kind !== WEIGHTS && !together) {
      const piece = pieceTable[place] ?? 0;
      const to = kind === FORWARD ? piece + 1 : piece - 1;
      const home = to < 0 || to >= pieces ? at : homes[dual && microBatchOf(code) >= half ? 1 : 0]?.[to];
      if (home !== at) rank.free += send;
      hand(code, piece, rank.free);
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
  /** Does at `now` what there is to do, or says when to look again. */
  const act = (at: number, rank: Rank, now: number): void => {
    if (fill?.early)
      for (;;) {
        const drawn = rank.order[rank.next];
        if (drawn === undefined || kindOf(drawn) !== FORWARD || chunkOf(drawn) !== 0) break;
        if (microBatchOf(drawn) >= rank.firsts) break;
        rank.next++;
      }
    const code = rank.order[rank.next];
    if (code === undefined) {
      if (!runWeights(at, rank, now)) wake[at] = NEVER;
      return;
    }
    const pair = isPaired(code) ? rank.order[rank.next + 1] : undefined;
    const from = pair === undefined ? ready(code, at) : Math.max(ready(code, at), ready(pair, at));
    const late = rank.late[rank.lateFrom];
    const full = fill !== null && kindOf(code) === FORWARD && rank.held >= fill.most && late !== undefined;
    if (from <= now && !full) {
      rank.next++;
      if (pair === undefined) run(at, rank, code, now);
      else {
        rank.next++;
        run(at, rank, code, now, true);
        run(at, rank, pair, rank.free, true);
        rank.free += send;
        wake[at] = rank.free;
        hand(code, pieceTable[at * chunks + chunkOf(code)] ?? 0, rank.free);
        hand(pair, pieceTable[at * chunks + chunkOf(pair)] ?? 0, rank.free);
      }
      return;
    }
    if (full) {
      runWeights(at, rank, now);
      return;
    }
    if (fill) {
      const fits = (length: number): boolean =>
        Number.isNaN(from) || from - now >= share * length * (1 - 1e-9);
      if (fill.early && rank.firsts < m && rank.held < fill.most - 1 && rank.heldFirst < fill.most - 1 - at) {
        const forward = codeOf(FORWARD, 0, rank.firsts);
        if (ready(forward, at) <= now && fits(seconds[4 * at * chunks + FORWARD] ?? 0)) {
          run(at, rank, forward, now);
          return;
        }
      }
      if (late !== undefined && fits(seconds[4 * (at * chunks + chunkOf(late)) + WEIGHTS] ?? 0)) {
        runWeights(at, rank, now);
        return;
      }
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
  return {
    ranks: ranks.map(({ codes, starts, ends, count }) => ({
      codes: codes.subarray(0, count),
      starts: starts.subarray(0, count),
      ends: ends.subarray(0, count),
    })),
    seconds: ranks.reduce((most, { free }) => Math.max(most, free), 0),
    stuck: ranks.flatMap(({ order, next }, rank) => {
      const code = order[next];
      return code === undefined ? [] : [{ rank, code }];
    }),
  };
}
