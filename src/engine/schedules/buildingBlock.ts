import { codeOf, FORWARD, INPUTS } from "./pass.ts";

/** Units of time from one piece to the next, forward and backward: down the V (chunk 0) and up it (chunk 1). */
export interface BlockOffsets {
  readonly down: readonly [forward: number, backward: number];
  readonly up: readonly [forward: number, backward: number];
}

/** Units of time after which the block repeats: two forwards, two backwards, two gradients of weights (arXiv:2405.15362, section 3.1). */
const INTERVAL = 6;

/**
 * When each rank begins its four passes of a block, in units of time: forward down the ranks in chunk 0 and up in chunk 1,
 * backward down in chunk 1 and up in chunk 0. Its three turns wait as little as lets no rank have two passes in one unit of
 * time when blocks repeat: the shorter the block, the less it holds.
 */
function blockOf(ranks: number, { down, up }: BlockOffsets): readonly (readonly number[])[] {
  const last = ranks - 1;
  for (let waits = 3; waits <= 3 * INTERVAL; waits++)
    for (let a = 1; a <= waits - 2; a++)
      for (let b = 1; b <= waits - 1 - a; b++) {
        const forward1 = last * down[0] + a;
        const backward1 = forward1 + last * up[0] + b;
        const backward0 = backward1 + last * up[1] + waits - a - b;
        const begins = Array.from({ length: ranks }, (_, rank) => [
          rank * down[0],
          forward1 + (last - rank) * up[0],
          backward1 + rank * up[1],
          backward0 + (last - rank) * down[1],
        ]);
        if (begins.every((row) => new Set(row.map((time) => time % INTERVAL)).size === row.length))
          return begins;
      }
  throw new Error(`no building block for ${ranks} ranks`);
}

/** Micro-batch after micro-batch of a V's building block, each six units after the last; what a rank runs, in order. */
export function repeatBlock(ranks: number, m: number, offsets: BlockOffsets): readonly Int32Array[] {
  const kinds = [
    [FORWARD, 0],
    [FORWARD, 1],
    [INPUTS, 1],
    [INPUTS, 0],
  ] as const;
  return blockOf(ranks, offsets).map((begins) => {
    const order = new Int32Array(kinds.length * m);
    const next = kinds.map(() => 0);
    for (let at = 0; at < order.length; at++) {
      // The pass that begins first of those that are left.
      let first = 0;
      let least = Number.POSITIVE_INFINITY;
      for (let i = 0; i < kinds.length; i++) {
        const k = next[i] ?? m;
        const time = (begins[i] ?? 0) + INTERVAL * k;
        if (k < m && time < least) {
          least = time;
          first = i;
        }
      }
      const [kind, chunk] = kinds[first] ?? [FORWARD, 0];
      const k = next[first] ?? 0;
      order[at] = codeOf(kind, chunk, k);
      next[first] = k + 1;
    }
    return order;
  });
}
