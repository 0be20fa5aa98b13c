import { codeOf, FORWARD, INPUTS } from "./pass.ts";

/**
 * Time from a micro-batch's pass on one rank to the pass of the same kind and chunk on the next rank, in units
 * of one pass. `down` is for chunk 0, which goes from the first rank to the last; `up` is for chunk 1, which
 * goes back.
 */
export interface BlockOffsets {
  readonly down: readonly [forward: number, backward: number];
  readonly up: readonly [forward: number, backward: number];
}

/**
 * Time from one repetition of the building block to the next, in units of one pass: two forwards, two backwards
 * and two passes for gradients of weights take one unit each (arXiv:2405.15362, section 3.1).
 */
const INTERVAL = 6;

/**
 * Computes the start times of each rank's four passes of a building block, in units of one pass. Forward runs
 * down the ranks in chunk 0 and up in chunk 1; backward runs down in chunk 1 and up in chunk 0. Between these
 * four runs are three waits. The function finds the shortest waits for which repeated blocks never give a rank
 * two passes at once. A shorter block holds fewer activations.
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

/**
 * Returns the pass orders of all ranks in a V-shaped schedule that repeats one building block for each of `m`
 * micro-batches, one every six units of time.
 */
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
      // Find the remaining pass that begins first.
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
