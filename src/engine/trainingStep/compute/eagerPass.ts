import * as book from "../../formulas/compute/kernels.ts";
import type { Context } from "../inputs/context.ts";
import { streamingTime } from "../kernels/kernels.ts";
import type { Operator } from "../kernels/operator.ts";

/** Cost of eager kernels over a tensor: bytes moved for each element, and number of kernels. */
export interface EagerKernels {
  readonly bytes: number;
  readonly kernels: number;
  /**
   * Part of the kernels with broadcast or strided operands: `bytes` that they move for each element (included
   * in the total), and `passes`, how many of them process each element on average.
   */
  readonly strided: { readonly bytes: number; readonly passes: number };
}

/**
 * Elements that one multiprocessor processes per second in an eager kernel with broadcast or strided operands.
 * Such a kernel computes an offset for each element, while other kernels load up to 16 bytes at a time
 * (PyTorch, ATen/native/cuda/CUDALoops.cuh). Measured on H200: prelu by column at 1.18 TB/s over 1,024 x 10,240
 * in fp16, minus a kernel's start (tile-ai/TileOPs, pull request 500; leaky_relu, which is contiguous, reaches
 * 2.57 TB/s).
 */
const STRIDED_ELEMENTS = 2.4e9;

/** Operator of PyTorch's eager kernels over a tensor of `elements` elements, forward and backward. */
export function eagerPass<N>(
  ctx: Context<N>,
  label: string,
  elements: N,
  forward: EagerKernels,
  backward: EagerKernels,
  recomputed: boolean,
): Operator<N> {
  const { alg, x } = ctx;
  const time = (what: string, { bytes, kernels, strided }: EagerKernels): N => {
    const moved = (operands: string, value: number): N =>
      alg.constant(`${label}, ${operands}: ${what}`, value, "B", "one read or write for each operand");
    return alg.sum(`${label}: ${what}`, "s", [
      {
        label: `${label}: ${what}, contiguous operands`,
        value: streamingTime(ctx, moved("contiguous", bytes - strided.bytes), elements, kernels),
      },
      {
        label: `${label}: ${what}, broadcast or strided operands`,
        value: alg.apply(book.stridedTime, {
          n_x: elements,
          B_x: moved("strided", strided.bytes),
          W: x.memoryRate,
          eta_m: x.memoryEfficiency,
          n_ep: alg.constant("passes over the elements", strided.passes, "1", "one for each kernel"),
          n_sm: x.sms,
          R_x: alg.constant("strided elements", STRIDED_ELEMENTS, "1/s", "CALIBRATION.md: strided operands"),
        }),
      },
    ]);
  };
  return {
    kind: "memory_bound",
    label,
    forward: time("forward", forward),
    backward: time("backward", backward),
    recomputed,
  };
}
