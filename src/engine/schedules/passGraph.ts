import { chunkOf, FORWARD, isPaired, kindOf, microBatchOf, WEIGHTS } from "./pass.ts";
import { type Placement, pieceAt, piecesOf, rankAt } from "./placement.ts";

/**
 * Dependency graph of the passes of a step, as flat arrays. A node is a pass, or a forward and a backward that
 * run together as a pair. Every node has a higher index than its dependencies; node 0 is the beginning of the
 * step.
 */
export interface PassGraph {
  readonly placement: Placement;
  /** For each node, the index of its duration in an array of slots: see `slotOf` and `pairSlotOf`. */
  readonly slots: Int32Array;
  /** For each node, the previous node on its rank; 0 where the node is its rank's first. */
  readonly before: Int32Array;
  /** For each node, the node whose result it takes as input; 0 where it takes none. */
  readonly after: Int32Array;
  /**
   * For each node of a pair, the node whose result the backward takes as input; null where the schedule has no
   * pairs. `after` has the input of the forward.
   */
  readonly also: Int32Array | null;
  /** Nodes of each rank, in execution order. */
  readonly ranks: readonly Int32Array[];
  readonly orders: readonly Int32Array[];
  /** Ranks in a deadlock, each with the pass that it cannot run; empty where the schedule completes. */
  readonly stuck: readonly { readonly rank: number; readonly code: number }[];
}

/**
 * Index (slot) of the duration of an unpaired pass in an array with four kinds of passes for each chunk of each
 * rank.
 */
export function slotOf(rank: number, chunks: number, code: number): number {
  return 4 * (rank * chunks + chunkOf(code)) + kindOf(code);
}

/**
 * Index (slot) of the duration of a pair in an array of durations. `chunk` is the chunk of the pair's forward;
 * its backward belongs to the rank's other chunk.
 */
export function pairSlotOf({ ranks, chunks }: Placement, rank: number, chunk: number): number {
  return 4 * ranks * chunks + rank * chunks + chunk;
}

export function slotCount({ ranks, chunks }: Placement): number {
  return 5 * ranks * chunks;
}

/** Builds the dependency graph of orders in which every pass is listed. `m` is the number of micro-batches. */
export function passGraph(placement: Placement, m: number, orders: readonly Int32Array[]): PassGraph {
  const { ranks: p, chunks, kind } = placement;
  const pieces = piecesOf(placement);
  const most = orders.reduce((sum, order) => sum + order.length, 1);
  const slots = new Int32Array(most);
  const before = new Int32Array(most);
  const after = new Int32Array(most);
  const also = orders.some((order) => order.some(isPaired)) ? new Int32Array(most) : null;
  /** Nodes of forward passes by (micro-batch, piece); 0 until created. */
  const forwards = new Int32Array(m * pieces);
  /** Nodes of backward passes by (micro-batch, piece); 0 until created. */
  const backwards = new Int32Array(m * pieces);
  const nodes = orders.map((order) => new Int32Array(order.length));
  const counts = new Int32Array(p);
  const next = new Int32Array(p);
  let node = 1;

  const pieceOf = (rank: number, code: number): number => pieceAt(placement, rank, chunkOf(code));
  /**
   * Returns the node whose result a pass takes as input: 0 where the pass takes none, -1 where the node does
   * not exist yet.
   */
  const taken = (rank: number, code: number): number => {
    if (kindOf(code) === WEIGHTS) return 0;
    const piece = pieceOf(rank, code);
    const at = microBatchOf(code) * pieces + piece;
    const first = kindOf(code) === FORWARD && piece === 0;
    if (first) return 0;
    const of =
      kindOf(code) === FORWARD ? forwards[at - 1] : piece === pieces - 1 ? forwards[at] : backwards[at + 1];
    return of ? of : -1;
  };
  const note = (rank: number, code: number): void => {
    if (kindOf(code) === WEIGHTS) return;
    const at = microBatchOf(code) * pieces + pieceOf(rank, code);
    (kindOf(code) === FORWARD ? forwards : backwards)[at] = node;
  };
  /**
   * Creates nodes for a rank's next passes as long as the nodes of their inputs exist. Returns the other ranks
   * whose passes may run now.
   */
  const advance = (rank: number): Set<number> => {
    const others = new Set<number>();
    const order = orders[rank] ?? new Int32Array();
    const own = nodes[rank] ?? new Int32Array();
    for (let i = next[rank] ?? 0; i < order.length; i = next[rank] ?? 0) {
      const code = order[i] as number;
      const pair = isPaired(code) ? order[i + 1] : undefined;
      const from = taken(rank, code);
      const second = pair === undefined ? 0 : taken(rank, pair);
      if (from < 0 || second < 0) break;
      slots[node] =
        pair === undefined ? slotOf(rank, chunks, code) : pairSlotOf(placement, rank, chunkOf(code));
      const count = counts[rank] ?? 0;
      before[node] = count === 0 ? 0 : (own[count - 1] as number);
      after[node] = from;
      if (also) also[node] = second;
      own[count] = node;
      counts[rank] = count + 1;
      for (const one of pair === undefined ? [code] : [code, pair]) {
        note(rank, one);
        const to = pieceOf(rank, one) + (kindOf(one) === FORWARD ? 1 : -1);
        if (kindOf(one) === WEIGHTS || to < 0 || to >= pieces) continue;
        others.add(rankAt(placement, to, kind === "both_ends" && microBatchOf(one) >= m / 2 ? 1 : 0));
      }
      node++;
      next[rank] = i + (pair === undefined ? 1 : 2);
    }
    others.delete(rank);
    return others;
  };
  const waiting = new Set(orders.keys());
  for (const rank of waiting) {
    waiting.delete(rank);
    for (const other of advance(rank)) waiting.add(other);
  }
  return {
    ...{ placement, orders },
    slots: slots.subarray(0, node),
    before: before.subarray(0, node),
    after: after.subarray(0, node),
    also: also?.subarray(0, node) ?? null,
    ranks: nodes.map((own, rank) => own.subarray(0, counts[rank])),
    stuck: stuckAt(orders, next),
  };
}

/**
 * Ranks whose orders wait for one another, each with the pass that it cannot run. `next` is each rank's place
 * in its order.
 */
function stuckAt(orders: readonly Int32Array[], next: Int32Array): PassGraph["stuck"] {
  return orders.flatMap((order, rank) => {
    const code = order[next[rank] ?? 0];
    return code === undefined ? [] : [{ rank, code }];
  });
}
