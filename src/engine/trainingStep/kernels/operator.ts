import type { Scaling } from "../../scenario/precision.ts";
import type { Context } from "../inputs/context.ts";
import { type Gemm, gemmTimes, streamingTime } from "./kernels.ts";
import type { MatmulName } from "./matmulName.ts";

/** Kind of work of an operator: the parts of `time.compute`. */
export type OperatorKind = "gemm" | "attention" | "memory_bound" | "vocabulary";

export interface Operator<N> {
  readonly kind: OperatorKind;
  readonly label: string;
  /** Time of one micro-batch on one device, s. */
  readonly forward: N;
  readonly backward: N;
  /** Part of `backward` for the gradients of weights; absent without any. */
  readonly weights?: N;
  /** Part of `backward` for the gradients of a linear layer's inputs. */
  readonly inputs?: N;
  /** True where backward recomputes it first. */
  readonly recomputed: boolean;
  /** Time of the recomputation where it differs from `forward`, s. */
  readonly again?: N;
  /** Token exchange that a shared expert's matmul overlaps; in backward, the exchange of its gradients. */
  readonly overlaps?: Exchange;
  /** Shape of a linear layer's matmul, whose operands are cast in 8 or 4 bits; absent for other operators. */
  readonly linear?: { readonly shape: Gemm<N>; readonly stream: Stream; readonly made?: Made<N> };
  /** Scaling, and elements of queries and keys, of 8-bit flash attention, whose operands are cast. */
  readonly narrow?: { readonly scaling: Scaling; readonly elements: N };
}

/** Direction of a token exchange: to the routed experts, or their results back. */
export type Exchange = "dispatch" | "combine";

/**
 * Side of a linear layer at which every token of the residual stream is present. Tensor parallelism shards
 * the other side.
 */
export type Stream = "input" | "output" | "neither";

/** Matmuls that form a linear layer, in order, each with its columns. */
export type Made<N> = () => readonly (readonly [MatmulName, columns: N])[];

/** A linear layer: a matmul with weights. */
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

/** A matmul with weights that are never cast: the router's. */
export function routerMatmul<N>(
  ctx: Context<N>,
  label: string,
  shape: Gemm<N>,
  recomputed: boolean,
): Operator<N> {
  return matmul(ctx, label, shape, recomputed, ctx.x.attentionRate);
}

function matmul<N>(ctx: Context<N>, label: string, shape: Gemm<N>, recomputed: boolean, R: N): Operator<N> {
  const { forward, backward, input, weights } = gemmTimes(ctx, shape, R, ctx.x.accumulateBytes);
  if (ctx.scenario.plan.lora !== null)
    return { kind: "gemm", label, forward, backward: input, inputs: input, recomputed };
  return { kind: "gemm", label, forward, backward, weights, inputs: input, recomputed };
}

/**
 * Kernels that stream over `elements`, with bytes for each element and number of kernels, forward and
 * backward.
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

/** Cost of a streaming pass: bytes for each element, and kernels. */
export type PassCost = readonly [
  forward: readonly [bytes: number, kernels: number],
  backward: readonly [bytes: number, kernels: number],
];
