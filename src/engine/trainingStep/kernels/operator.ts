import { sparseRate } from "../../formulas/compute/sparsity.ts";
import type { Scaling } from "../../scenario/precision.ts";
import type { Context } from "../inputs/context.ts";
import { type Gemm, gemmTimes, streamingTime } from "./kernels.ts";
import type { MatmulName } from "./matmulName.ts";

/**
 * Kind of an operator: the part of the output `time.compute` that its time belongs to. `vocabulary` is
 * embedding, head and loss.
 */
export type OperatorKind = "gemm" | "attention" | "memory_bound" | "vocabulary";

export interface Operator<N> {
  readonly kind: OperatorKind;
  readonly label: string;
  /** Forward time of one micro-batch on one device, s. */
  readonly forward: N;
  readonly backward: N;
  /** Part of `backward` that computes gradients of weights, s; absent for operators without such gradients. */
  readonly weights?: N;
  /** Part of `backward` that computes the gradient of a linear layer's input, s; absent for other operators. */
  readonly inputs?: N;
  /** True where the backward pass first recomputes the operator's result (activation checkpointing). */
  readonly recomputed: boolean;
  /**
   * Time to recompute the result, s; absent where it equals `forward`. Shorter where a fused matmul is
   * recomputed in part.
   */
  readonly again?: N;
  /**
   * Token exchange that a kernel of shared experts overlaps; absent for other operators. In the backward pass
   * the kernel overlaps the reverse exchange, of the gradients of these tokens.
   */
  readonly overlaps?: Exchange;
  /**
   * Matmul of a linear layer: its shape, its side on the residual stream, and the matmuls it is made of. In 8
   * or 4 bits, cast kernels convert its operands. Absent for other operators.
   */
  readonly linear?: { readonly shape: Gemm<N>; readonly stream: Stream; readonly made?: Made<N> };
  /**
   * Operands of 8-bit flash attention, which cast kernels convert: their scaling, and the number of elements of
   * queries and keys on the device. Absent for other operators.
   */
  readonly narrow?: { readonly scaling: Scaling; readonly elements: N };
}

/**
 * Direction of an expert all-to-all: `dispatch` sends tokens to the routed experts, `combine` returns the
 * results.
 */
export type Exchange = "dispatch" | "combine";

/**
 * Side of a linear layer's matmul that holds every token of the residual stream: its input or its output.
 * Tensor parallelism shards the columns of the other side. `neither` for routed experts and for matmuls inside
 * a mixer, such as the compressions of latent attention.
 */
export type Stream = "input" | "output" | "neither";

/**
 * Function that lists the matmuls of a linear layer that one kernel computes together (such as query, key and
 * value), in order, each with its number of columns.
 */
export type Made<N> = () => readonly (readonly [MatmulName, columns: N])[];

/**
 * Operator of a linear layer: a matmul with weights. Without `made`, checkpointing by operator never saves its
 * result.
 */
export function weightMatmul<N>(
  ctx: Context<N>,
  label: string,
  shape: Gemm<N>,
  recomputed: boolean,
  stream: Stream = "neither",
  made?: Made<N>,
): Operator<N> {
  const linear = made === undefined ? { shape, stream } : { shape, stream, made };
  return { linear, ...matmul(ctx, label, shape, recomputed, ctx.x.linearRate) };
}

/** Operator of a router's matmul. Unlike a linear layer's, its operands are never cast to 8 or 4 bits. */
export function routerMatmul<N>(
  ctx: Context<N>,
  label: string,
  shape: Gemm<N>,
  recomputed: boolean,
): Operator<N> {
  return matmul(ctx, label, shape, recomputed, ctx.x.attentionRate);
}

/**
 * Operator of a feed-forward's linear layer, whose weights the plan may prune to 2:4. Forward and the gradient of
 * the input are then sparse; the gradient of the weights only where gradients are pruned too (arXiv:2404.01847,
 * section 3).
 */
export function prunableMatmul<N>(...args: Parameters<typeof weightMatmul<N>>): Operator<N> {
  const [ctx, label, shape, recomputed] = args;
  const dense = weightMatmul(...args);
  const { sparsity } = ctx.scenario.plan;
  if (sparsity === null) return dense;
  const { alg, x } = ctx;
  const c_2 =
    sparsity.speedup === null
      ? alg.input("cluster.device.sparse_speedup", ctx.scenario.cluster.device.sparseSpeedup, "1")
      : alg.input("plan.sparsity.speedup", sparsity.speedup, "1");
  const fast = matmul(ctx, label, shape, recomputed, alg.apply(sparseRate, { R: x.linearRate, c_2 }));
  const { inputs, weights } = fast;
  const { linear } = dense;
  const given = linear === undefined ? {} : { linear };
  if (sparsity.prunesGradients || inputs === undefined || weights === undefined || !dense.weights)
    return { ...given, ...fast };
  const backward = alg.sum("two backward matmuls of a linear layer", "s", [
    { label: "sparse matmul for the gradient of the input", value: inputs },
    { label: "dense matmul for the gradient of the weights", value: dense.weights },
  ]);
  return { ...given, ...fast, backward, weights: dense.weights };
}

function matmul<N>(ctx: Context<N>, label: string, shape: Gemm<N>, recomputed: boolean, R: N): Operator<N> {
  const { forward, backward, input, weights } = gemmTimes(ctx, shape, R, ctx.x.accumulateBytes);
  if (ctx.gradients !== "weights")
    return { kind: "gemm", label, forward, backward: input, inputs: input, recomputed };
  return { kind: "gemm", label, forward, backward, weights, inputs: input, recomputed };
}

/**
 * Operator of memory-bound kernels over a tensor of `elements` elements. `forward` and `backward` give the
 * bytes that all kernels move for each element, and the number of kernels.
 */
export function streamingPass<N>(
  ctx: Context<N>,
  label: string,
  elements: N,
  forward: readonly [bytes: number, kernels: number],
  backward: readonly [bytes: number, kernels: number],
  recomputed: boolean,
): Operator<N> {
  const time = (what: string, [bytes, kernels]: readonly [number, number]): N => {
    const moved = ctx.alg.constant(`${label}: ${what}`, bytes, "B", "one read or write for each operand");
    return streamingTime(ctx, moved, elements, kernels);
  };
  return {
    kind: "memory_bound",
    label,
    forward: time("read and written", forward),
    backward: time("read and written backward", backward),
    recomputed,
  };
}

/**
 * Cost of memory-bound kernels in each direction: bytes that all kernels move for each element, and number of
 * kernels.
 */
export type PassCost = readonly [
  forward: readonly [bytes: number, kernels: number],
  backward: readonly [bytes: number, kernels: number],
];
