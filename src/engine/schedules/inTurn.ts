import { codeOf, FORWARD, INPUTS, WHOLE } from "./pass.ts";
import type { Placement } from "./placement.ts";

export interface InTurn {
  readonly placement: Placement;
  readonly microBatches: number;
  /** Number of micro-batches that pass through one chunk before the next chunk takes them. */
  readonly group: number;
  /** Number of forwards that a rank runs before it alternates forwards and backwards. */
  readonly warmUp: (rank: number) => number;
  /**
   * True where backwards compute the gradients of the inputs only, and the gradients of the weights are
   * separate passes.
   */
  readonly split: boolean;
}

/**
 * Returns the pass orders of all ranks for schedules that fill the pipeline with forwards, then alternate
 * forward and backward, then run the remaining backwards. GPipe, 1F1B, interleaved and breadth-first schedules
 * differ in the number of forwards that fill the pipeline and in the group size.
 */
export function inTurn({ placement, microBatches: m, group, warmUp, split }: InTurn): readonly Int32Array[] {
  const { ranks, chunks: v } = placement;
  const total = m * v;
  const forwards = new Int32Array(total);
  const backwards = new Int32Array(total);
  let at = 0;
  for (let first = 0; first < m; first += group) {
    const end = Math.min(m, first + group);
    for (let chunk = 0; chunk < v; chunk++)
      for (let microBatch = first; microBatch < end; microBatch++) {
        forwards[at] = codeOf(FORWARD, chunk, microBatch);
        backwards[at++] = codeOf(split ? INPUTS : WHOLE, v - 1 - chunk, microBatch);
      }
  }
  return Array.from({ length: ranks }, (_, rank) => {
    const filling = Math.min(warmUp(rank), total);
    const order = new Int32Array(2 * total);
    order.set(forwards.subarray(0, filling));
    let next = filling;
    for (let k = filling; k < total; k++) {
      order[next++] = forwards[k] ?? 0;
      order[next++] = backwards[k - filling] ?? 0;
    }
    order.set(backwards.subarray(total - filling), next);
    return order;
  });
}
