import type { LayerContext } from "../context.ts";
import * as book from "../formulas/quantisation.ts";
import { stackedLayers } from "../model/modelParts.ts";
import type { Scaling } from "../scenario.ts";
import { streamingTime } from "./kernels.ts";
import type { Operator, Stream } from "./operator.ts";

/** What a cast moves for an element, B, and in how many kernels. */
interface Cast {
  readonly bytes: number;
  readonly kernels: number;
  /** For what a norm hands over. */
  readonly normed: number;
  readonly source: string;
}

const TE = "Transformer Engine user guide";
/** bf16 read once. */
const READ = 2;
/** An operand is written twice: along its rows for one product, along its columns for the gradient of the weights. */
const twice = (bytes: number) => 2 * bytes;

/**
 * A maximum that is not known beforehand is a pass of its own. Under delayed scaling norms write 8 bits themselves, which leaves
 * the copy along the columns: read and written.
 */
const cast = (bytes: number, kernels: number, source: string, normed = bytes): Cast => ({
  bytes,
  kernels,
  normed,
  source,
});
const kinds: Readonly<Record<Scaling, Cast>> = {
  delayed: cast(READ + twice(1), 1, `${TE}, FP8 delayed scaling`, 2),
  current: cast(READ + READ + twice(1), 2, `${TE}, FP8 current scaling`),
  blockwise: cast(READ + twice(1 + 4 / 128), 1, `${TE}, FP8 block scaling`),
  mx: cast(READ + twice(1 + 1 / 32), 1, `${TE}, MXFP8`),
  // Columns of inputs and gradients go through a Hadamard transform on the way, in the same kernels.
  nvfp4: cast(READ + READ + twice(0.5 + 1 / 16), 2, `${TE}, NVFP4; arXiv:2509.25149, appendix B`),
  mxfp4: cast(READ + twice(0.5 + 1 / 32), 1, "OCP Microscaling formats, version 1.0"),
};

/**
 * Casts of the factors of a layer's linear layers for one micro-batch: kernels that move bytes. None in 16 and more bits.
 * What sequence parallelism shares out is cast before it is gathered.
 */
export function casts<N>(ctx: LayerContext<N>, operators: readonly Operator<N>[]): readonly Operator<N>[] {
  const { alg, x, scenario } = ctx;
  const { scaling, bf16Layers } = scenario.plan.precision;
  if (scaling === null) return [];
  const kind = kinds[scaling];
  /** Of the layers; those in bf16 have nothing to cast. */
  const share = Math.max(0, 1 - bf16Layers / stackedLayers(scenario.model));
  const time = (elements: N, bytes: number, kernels: number): N => {
    const each = alg.constant(`cast: read and written (${scaling})`, share * bytes, "B", kind.source);
    return streamingTime(ctx, each, elements, share * kernels);
  };
  const found: Operator<N>[] = [];
  for (const { label, linear, recomputed } of operators) {
    if (!linear) continue;
    const { shape, stream } = linear;
    const { M, N, K, n_b } = shape;
    const split = (end: Stream): N => (stream === end ? x.seqSplit : x.one);
    const input = alg.apply(book.operandElements, { n_b, M, K, t_s: split("input") });
    const gradient = alg.apply(book.gradientElements, { n_b, M, N, t_s: split("output") });
    const weights = alg.apply(book.weightElements, { n_b, K, N, m: x.microBatches });
    found.push({
      kind: "memory_bound",
      label: `casts for ${label}`,
      forward: alg.sum(`casts for ${label}`, "s", [
        { label: "input", value: time(input, stream === "input" ? kind.normed : kind.bytes, kind.kernels) },
        { label: "weights", value: time(weights, kind.bytes, 0) },
      ]),
      backward: time(gradient, kind.bytes, kind.kernels),
      recomputed,
    });
  }
  return found;
}
