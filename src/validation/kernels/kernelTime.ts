import { numbers } from "../../engine/core/numbers.ts";
import { queryKeyElements } from "../../engine/formulas/compute/shapes.ts";
import type { Device } from "../../engine/scenario/device.ts";
import { flashTime } from "../../engine/trainingStep/compute/flashKernel.ts";
import { kernelInputs } from "../../engine/trainingStep/inputs/inputs.ts";
import {
  aligned,
  gemmTime,
  type KernelContext,
  streamingTime,
} from "../../engine/trainingStep/kernels/kernels.ts";
import type { Kernel } from "./kernel.ts";

/**
 * Engine's prediction of the time of a kernel measured alone, in seconds. The device runs at its full clock,
 * because power does not limit it yet. Kernels are launched one after the other.
 */
export function kernelSeconds(kernel: Kernel, device: Device): number {
  const width = kernel.dtype === "fp32" || kernel.dtype === "tf32" ? 4 : kernel.dtype === "fp8" ? 1 : 2;
  const precision = {
    compute: kernel.dtype,
    attention: kernel.dtype,
    head: kernel.dtype,
    activationBytes: width,
  };
  const ctx: KernelContext<number> = {
    alg: numbers,
    x: kernelInputs(numbers, { ...device, sustained: 1 }, precision),
  };
  return Math.max(device.launchSeconds, timeOf(kernel, ctx));
}

function timeOf(kernel: Kernel, ctx: KernelContext<number>): number {
  switch (kernel.kind) {
    case "matmuls":
      return kernel.matmuls.reduce(
        (sum, { m, n, k, batch, outputBytes, rows }) =>
          sum +
          gemmTime(
            ctx,
            {
              M: m,
              N: n,
              K: k,
              n_b: batch,
              ...(kernel.streams === undefined ? {} : { n_q: kernel.streams }),
            },
            { R: ctx.x.peakRate, c_l: aligned(ctx, batch, ...rows), B_y: outputBytes },
          ),
        0,
      );
    case "attention":
      return flashTime(
        ctx,
        {
          b: kernel.sequences,
          s: kernel.tokens,
          s_k: kernel.tokens,
          a: kernel.heads,
          d_h: kernel.width,
          t_c: 1,
          mask: { kind: "causal" },
          scaling: null,
          elements: queryKeyElements.evaluate({
            ...{ s: kernel.tokens, b: kernel.sequences, d_h: kernel.width, t: 1 },
            ...{ a: kernel.heads, a_kv: kernel.kvHeads },
          }),
        },
        kernel.direction,
        1,
      );
    case "streaming":
      return streamingTime(ctx, kernel.bytes, kernel.elements, kernel.kernels);
  }
}
