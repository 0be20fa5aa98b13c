import * as book from "../../formulas/compute/quantisation.ts";
import type { Device } from "../../scenario/device.ts";
import type { Scaling } from "../../scenario/precision.ts";
import { streamingTime } from "../kernels/kernels.ts";
import type { Operator, Stream } from "../kernels/operator.ts";
import type { LayerContext } from "../model/layerContext.ts";
import { stackedLayers } from "../model/modelParts.ts";

/** What a cast moves for an element, B, and in how many kernels. */
interface Cast {
  readonly read: number;
  /** Each time: along the rows for one product, along the columns for the gradient of the weights. */
  readonly written: number;
  readonly kernels: number;
  /** Norms write 8 bits themselves. */
  readonly fromNorms: boolean;
  readonly source: string;
}

const TE = "Transformer Engine user guide";
/** bf16 read once. */
const READ = 2;

/** A maximum that is not known beforehand is a pass of its own. */
const cast = (read: number, written: number, kernels: number, source: string, fromNorms = false): Cast => ({
  read,
  written,
  kernels,
  fromNorms,
  source,
});
const kinds: Readonly<Record<Scaling, Cast>> = {
  delayed: cast(READ, 1, 1, `${TE}, FP8 delayed scaling`, true),
  current: cast(READ + READ, 1, 2, `${TE}, FP8 current scaling`),
  // Along a row in one pass; along a column a pass to find its maximum, a pass to cast.
  rowwise: cast(READ + 2 * READ, 1, 3, "pytorch/ao, float8 training: axis-wise scaling; compiled"),
  blockwise: cast(READ, 1 + 4 / 128, 1, `${TE}, FP8 block scaling`),
  mx: cast(READ, 1 + 1 / 32, 1, `${TE}, MXFP8`),
  // Columns of inputs and gradients go through a Hadamard transform on the way.
  nvfp4: cast(READ + READ, 0.5 + 1 / 16, 2, `${TE}, NVFP4; arXiv:2509.25149, appendix B`),
  mxfp4: cast(READ, 0.5 + 1 / 32, 1, "OCP Microscaling formats, version 1.0"),
};

/** A tensor with one scale is multiplied along rows and along columns as it lies, where the device's products take it in any layout. */
const inOneLayout = (scaling: Scaling, { fp8Transposes }: Device): boolean =>
  !fp8Transposes && (scaling === "delayed" || scaling === "current");

/**
 * Casts of the factors of a layer's linear layers for one micro-batch: kernels that move bytes. None in 16 and more bits.
 * What sequence parallelism shares out is cast before it is gathered, unless it is gathered as the activations are.
 */
export function casts<N>(ctx: LayerContext<N>, operators: readonly Operator<N>[]): readonly Operator<N>[] {
  const { alg, x, scenario } = ctx;
  const { framework, lora, precision } = scenario.plan;
  const { scaling, bf16Layers, operandBytes, activationBytes } = precision;
  if (scaling === null) return [];
  const kind = kinds[scaling];
  /** Of the layers; those in bf16 have nothing to cast. */
  const share = Math.max(0, 1 - bf16Layers / stackedLayers(scenario.model));
  const time = (elements: N, bytes: number, kernels: number): N => {
    const each = alg.constant(`cast: read and written (${scaling})`, share * bytes, "B", kind.source);
    return streamingTime(ctx, each, elements, share * kernels);
  };
  const ofWeights = inOneLayout(scaling, scenario.cluster.device) ? 1 : 2;
  // Frozen matrices have no gradient, which alone reads the columns.
  const copies = lora === null ? ofWeights : 1;
  const factor = bytes(kind, copies);
  // Columns that go through a Hadamard transform are read once more, by a kernel of their own, where the stack has none for both.
  const apart = scaling === "nvfp4" && copies === 2 && !framework.jointCasts ? 1 : 0;
  const whole = (elements: N, moved: number): N =>
    time(elements, moved + apart * READ, moved > 0 ? kind.kernels + apart : 0);
  // What is left of an input that a norm wrote is the copy along the columns: read and written.
  const normed = kind.fromNorms ? (copies - 1) * 2 * kind.written : factor;
  const found: Operator<N>[] = [];
  for (const operator of operators) {
    const { label, linear, recomputed } = operator;
    const core = attentionCast(ctx, operator);
    if (core) found.push(core);
    if (!linear) continue;
    const { shape, stream } = linear;
    const { M, N, K, n_b } = shape;
    const split = (end: Stream): N => (stream === end && operandBytes < activationBytes ? x.seqSplit : x.one);
    const input = alg.apply(book.operandElements, { n_b, M, K, t_s: split("input") });
    const gradient = alg.apply(book.gradientElements, { n_b, M, N, t_s: split("output") });
    const weights = alg.apply(book.weightElements, { n_b, K, N, m: x.microBatches });
    found.push({
      kind: "memory_bound",
      label: `casts for ${label}`,
      forward: alg.sum(`casts for ${label}`, "s", [
        { label: "input", value: whole(input, stream === "input" ? normed : factor) },
        ...(lora?.asOperands ? [] : [{ label: "weights", value: time(weights, bytes(kind, ofWeights), 0) }]),
      ]),
      backward: whole(gradient, factor),
      recomputed,
    });
  }
  return found;
}

/** Queries, keys and values, and backward the gradient of the result; by blocks along rows and columns, as the two passes read them. */
function attentionCast<N>(
  ctx: LayerContext<N>,
  { label, narrow, recomputed }: Operator<N>,
): Operator<N> | null {
  if (!narrow) return null;
  const { alg } = ctx;
  const { scaling, elements } = narrow;
  const kind = kinds[scaling];
  const moved = bytes(kind, scaling === "mx" ? 2 : 1);
  const each = alg.constant(`cast: read and written (${scaling}, attention)`, moved, "B", kind.source);
  // Values and the result are as many numbers as keys and queries; those of the values are counted backward.
  const time = streamingTime(ctx, each, elements, 2 * kind.kernels);
  return { kind: "memory_bound", label: `casts for ${label}`, forward: time, backward: time, recomputed };
}

const bytes = ({ read, written }: Cast, copies: number): number => read + copies * written;
