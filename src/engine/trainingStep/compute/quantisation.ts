import * as book from "../../formulas/compute/quantisation.ts";
import type { Device } from "../../scenario/device.ts";
import type { Scaling } from "../../scenario/precision.ts";
import type { Context } from "../inputs/context.ts";
import { type Gemm, streamingTime } from "../kernels/kernels.ts";
import type { Operator, Stream } from "../kernels/operator.ts";
import type { LayerContext } from "../model/layerContext.ts";
import { stackedLayers } from "../model/modelParts.ts";

/** Cost of casting a tensor to 8 or 4 bits: bytes moved for each element, and number of kernels. */
interface Cast {
  readonly read: number;
  /**
   * Bytes written for each element of a copy. A cast writes one copy scaled along rows for a matmul, and one
   * along columns for the gradient of the weights.
   */
  readonly written: number;
  readonly kernels: number;
  /** True where norm kernels can write the 8-bit copy themselves. */
  readonly fromNorms: boolean;
  readonly source: string;
}

const TE = "Transformer Engine user guide";
/** Bytes read for each bf16 element of a cast tensor. */
const READ = 2;

/**
 * Makes the cost of a cast to 8 or 4 bits. A scale that needs the tensor's current maximum takes a further
 * pass, which reads the tensor.
 */
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
  // Scales along rows take one pass; scales along columns take one pass to find the maximum and one to cast.
  rowwise: cast(READ + 2 * READ, 1, 3, "pytorch/ao, float8 training: axis-wise scaling; compiled"),
  blockwise: cast(READ, 1 + 4 / 128, 1, `${TE}, FP8 block scaling`),
  mx: cast(READ, 1 + 1 / 32, 1, `${TE}, MXFP8`),
  // The copies along columns of inputs and gradients pass through a Hadamard transform as well.
  nvfp4: cast(READ + READ, 0.5 + 1 / 16, 2, `${TE}, NVFP4; arXiv:2509.25149, appendix B`),
  mxfp4: cast(READ, 0.5 + 1 / 32, 1, "OCP Microscaling formats, version 1.0"),
};

/**
 * True where one copy of a tensor with a single scale serves matmuls along rows and along columns, because the
 * device's matmuls take 8-bit operands in any layout.
 */
const inOneLayout = (scaling: Scaling, { fp8Transposes }: Device): boolean =>
  !fp8Transposes && (scaling === "delayed" || scaling === "current");

/**
 * Cast kernels of a layer's matmul operands for one micro-batch; none with 16 bits and more. Inputs sharded by
 * sequence parallelism are cast before their all-gather, except where they are gathered in the activations'
 * format.
 */
export function casts<N>(ctx: LayerContext<N>, operators: readonly Operator<N>[]): readonly Operator<N>[] {
  const { model, plan } = ctx.scenario;
  const { scaling, bf16Layers } = plan.precision;
  if (scaling === null) return [];
  /** Share of the layers whose operands are cast; layers in bf16 need no casts. */
  const share = Math.max(0, 1 - bf16Layers / stackedLayers(model));
  const found: Operator<N>[] = [];
  for (const operator of operators) {
    const { label, linear, recomputed } = operator;
    const core = attentionCast(ctx, operator);
    if (core) found.push(core);
    if (!linear) continue;
    const { shape, stream } = linear;
    const times = linearCasts(ctx, label, shape, { scaling, stream, share });
    found.push({ kind: "memory_bound", label: `casts for ${label}`, ...times, recomputed });
  }
  return found;
}

/** Cast kernels of the head's operands for one micro-batch, where the head is in 8 bits. */
export function headCasts<N>(ctx: Context<N>, label: string, shape: Gemm<N>): readonly Operator<N>[] {
  const { scaling, head } = ctx.scenario.plan.precision;
  if (scaling === null || head !== "fp8") return [];
  const times = linearCasts(ctx, label, shape, { scaling, stream: "input", share: 1 });
  return [{ kind: "vocabulary", label: `casts for ${label}`, ...times, recomputed: false }];
}

/**
 * Settings for the casts of a linear layer: the scaling of the operands, the side `stream` of the matmul that
 * holds the residual stream, and the `share` of the layers whose operands are cast.
 */
interface Manner {
  readonly scaling: Scaling;
  readonly stream: Stream;
  readonly share: number;
}

/** Time of the casts of a linear layer's operands, forward and backward, s. */
function linearCasts<N>(
  ctx: Context<N>,
  label: string,
  { M, N, K, n_b }: Gemm<N>,
  { scaling, stream, share }: Manner,
): { readonly forward: N; readonly backward: N } {
  const { alg, x, scenario } = ctx;
  const { framework, lora, precision } = scenario.plan;
  const { operandBytes, activationBytes } = precision;
  const kind = kinds[scaling];
  const time = (elements: N, bytes: number, kernels: number): N => {
    const each = alg.constant(`cast: read and written (${scaling})`, share * bytes, "B", kind.source);
    return streamingTime(ctx, each, elements, share * kernels);
  };
  const ofWeights = inOneLayout(scaling, scenario.cluster.device) ? 1 : 2;
  // Frozen matrices have no gradient, and only that gradient reads the copy along columns.
  const copies = ctx.gradients === "weights" ? ofWeights : 1;
  const factor = bytes(kind, copies);
  // Where the framework has no kernel for both copies, a separate kernel reads the columns again for the
  // Hadamard transform.
  const apart = scaling === "nvfp4" && copies === 2 && !framework.jointCasts ? 1 : 0;
  const whole = (elements: N, moved: number): N =>
    time(elements, moved + apart * READ, moved > 0 ? kind.kernels + apart : 0);
  // Where a norm kernel wrote the copy along rows, only the copy along columns remains to be read and written.
  const normed = kind.fromNorms ? (copies - 1) * 2 * kind.written : factor;
  const split = (end: Stream): N => (stream === end && operandBytes < activationBytes ? x.seqSplit : x.one);
  const input = alg.apply(book.operandElements, { n_b, M, K, t_s: split("input") });
  const gradient = alg.apply(book.gradientElements, { n_b, M, N, t_s: split("output") });
  const weights = alg.apply(book.weightElements, { n_b, K, N, m: x.microBatches });
  return {
    forward: alg.sum(`casts for ${label}`, "s", [
      {
        label: `low-precision cast of the input of the ${label}`,
        value: whole(input, stream === "input" ? normed : factor),
      },
      ...(lora?.asOperands
        ? []
        : [
            {
              label: `low-precision cast of the weights of the ${label}`,
              value: time(weights, bytes(kind, ofWeights), 0),
            },
          ]),
    ]),
    backward: whole(gradient, factor),
  };
}

/**
 * Operator of the casts for 8-bit flash attention: queries, keys and values forward, the gradient of the result
 * backward; null for other operators. Block scaling casts along rows for forward and along columns for
 * backward.
 */
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
  // Values and result have as many numbers as keys and queries. Casts of the values are counted backward.
  const time = streamingTime(ctx, each, elements, 2 * kind.kernels);
  return {
    kind: "memory_bound",
    label: `casts for ${label}`,
    forward: time,
    backward: time,
    recomputed,
  };
}

const bytes = ({ read, written }: Cast, copies: number): number => read + copies * written;
