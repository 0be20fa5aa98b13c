import { chunkOf, codeOf, FORWARD, INPUTS, microBatchOf, WEIGHTS, WHOLE } from "./pass.ts";

/**
 * Position of a rank in DualPipe or DualPipeV. `near` is the rank's chunk that forwards reach first, `far` its
 * other chunk.
 */
export interface BothWays {
  readonly near: 0 | 1;
  /** Number of ranks between this rank and the rank on which the forwards of chunk `near` begin. */
  readonly fromEnd: number;
  /**
   * Number of ranks between this rank and the turn of the forwards of `near`: the middle of the pipeline under
   * DualPipe, the last rank under DualPipeV.
   */
  readonly toMiddle: number;
  /** Number of micro-batches that run through each chunk. */
  readonly each: number;
  /** Index of the first micro-batch of each chunk. */
  readonly firsts: readonly [number, number];
}

/**
 * Order of a rank's passes in which forwards of one direction overlap backwards of the other direction: the
 * eight phases of DualPipe (arXiv:2412.19437, figure 5). DualPipeV is the first half of DualPipe's ranks, with
 * both directions in one V.
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
