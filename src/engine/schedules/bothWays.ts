import { chunkOf, codeOf, FORWARD, INPUTS, microBatchOf, WEIGHTS, WHOLE } from "./pass.ts";

/**
 * Position of one rank in DualPipe or DualPipeV, where each rank has two chunks of layers. `near` is the index
 * of the chunk that a micro-batch's forward passes reach first.
 */
export interface BothWays {
  readonly near: 0 | 1;
  /** Distance, in ranks, to the rank on which the forward passes of chunk `near` begin; 0 on that rank. */
  readonly fromEnd: number;
  /**
   * Distance, in ranks, to the rank on which the forward passes of chunk `near` turn: the middle of the
   * pipeline under DualPipe, the last rank under DualPipeV; 0 on that rank.
   */
  readonly toMiddle: number;
  /** Number of micro-batches that run through each chunk. */
  readonly each: number;
  /** Index of the first micro-batch that runs through each chunk. */
  readonly firsts: readonly [number, number];
}

/**
 * Returns the order of a rank's passes in the eight phases of DualPipe (arXiv:2412.19437, figure 5), where
 * forwards of one direction overlap backwards of the other direction. DualPipeV has only the first half of
 * DualPipe's ranks; its two directions are the two arms of one V.
 */
export function bothWays({ near, fromEnd, toMiddle, each, firsts }: BothWays): Int32Array {
  const far = 1 - near;
  const codes: number[] = [];
  const late: number[] = [];
  const counts = { forward: [0, 0], backward: [0, 0] };
  const next = (of: number[], chunk: number): number => {
    const k = of[chunk] ?? 0;
    of[chunk] = k + 1;
    return k + (firsts[chunk] ?? 0);
  };
  const forward = (chunk: number, paired = false): void => {
    codes.push(codeOf(FORWARD, chunk, next(counts.forward, chunk), paired));
  };
  /** Appends a backward pass to the order. With `apart`, the gradients of the weights are a separate, later pass. */
  const backward = (chunk: number, apart = false): void => {
    const code = codeOf(apart ? INPUTS : WHOLE, chunk, next(counts.backward, chunk));
    codes.push(code);
    if (apart) late.push(code);
  };
  const weights = (): void => {
    const code = late.shift();
    if (code !== undefined) codes.push(codeOf(WEIGHTS, chunkOf(code), microBatchOf(code)));
  };
  const pair = (ahead: number, back: number): void => {
    forward(ahead, true);
    backward(back);
  };
  const times = (n: number, run: (i: number) => void): void => {
    for (let i = 0; i < n; i++) run(i);
  };
  const ends = fromEnd + 1;
  times(2 * toMiddle, () => forward(near));
  times(ends, () => {
    forward(near);
    forward(far);
  });
  times(toMiddle, () => {
    backward(far, true);
    weights();
    forward(far);
  });
  times(each - 2 * toMiddle - ends, () => {
    pair(near, far);
    pair(far, near);
  });
  times(toMiddle, () => {
    backward(far);
    pair(far, near);
  });
  // Gradients of the weights are deferred to the end, where they fill idle time.
  let apart = false;
  times(ends, (i) => {
    const half = i === Math.floor(ends / 2);
    if (half && fromEnd % 2 === 1) apart = true;
    backward(far, apart);
    if (half && fromEnd % 2 === 0) apart = true;
    backward(near, apart);
  });
  times(toMiddle, () => {
    weights();
    backward(near, true);
  });
  while (late.length > 0) weights();
  return Int32Array.from(codes);
}
