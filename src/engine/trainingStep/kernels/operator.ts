import type { Scaling } from "../../scenario/precision.ts";
import type { Context } from "../inputs/context.ts";
import { type Gemm, gemmTimes, streamingTime } from "./kernels.ts";
import type { ProductName } from "./productName.ts";

/** The kind of work an operator is; the parts of `time.compute`. */
export type OperatorKind = "gemm" | "attention" | "memory_bound" | "vocabulary";

export interface Operator<N> {
  readonly kind: OperatorKind;
  readonly label: string;
  /** Time of one micro-batch on one device, s. */
  readonly forward: N;
  readonly backward: N;
  /** Of `backward`, the gradients of weights, where it has any. */
  readonly weights?: N;
  /** Of `backward`, the gradients of a linear layer's inputs. */
  readonly inputs?: N;
  /** Done again before backward. */
  readonly recomputed: boolean;
  /** The time of what is done again, where that is not all of `forward`, s. */
  readonly again?: N;
  /** Of the shared experts: the exchange of tokens that it can run beside, forward and its gradients backward. */
  readonly beside?: Exchange;
  /** Of a linear layer, whose factors are cast where it has 8 or 4 bits; absent for other work. */
  readonly linear?: { readonly shape: Gemm<N>; readonly stream: Stream; readonly made?: Made<N> };
  /** Of flash attention in 8 bits: the elements of its queries and keys, which are cast. */
  readonly narrow?: { readonly scaling: Scaling; readonly elements: N };
}

/** Tokens on their way to the routed experts, or what these made of them on its way back. */
export type Exchange = "dispatch" | "combine";

/** The end of a linear layer at which all tokens of the residual stream are; tensor parallelism splits the other end. */
export type Stream = "input" | "output" | "neither";

/** The matmuls that a linear layer stands for, in their order, each with its columns. */
export type Made<N> = () => readonly (readonly [ProductName, columns: N])[];

/** A linear layer: a product with weights. */
export function weightProduct<N>(
  ctx: Context<N>,
  label: string,
  shape: Gemm<N>,
  recomputed: boolean,
  stream: Stream = "neither",
  made?: Made<N>,
): Operator<N> {
  const linear = made === undefined ? { shape, stream } : { shape, stream, made };
  return { linear, ...product(ctx, label, shape, recomputed, ctx.x.linearRate) };
}

/** A product with weights that are never cast: the router's. */
export function routerProduct<N>(
  ctx: Context<N>,
  label: string,
  shape: Gemm<N>,
  recomputed: boolean,
): Operator<N> {
  return product(ctx, label, shape, recomputed, ctx.x.attentionRate);
}

function product<N>(ctx: Context<N>, label: string, shape: Gemm<N>, recomputed: boolean, R: N): Operator<N> {
  const { forward, backward, input, weights } = gemmTimes(ctx, shape, R, ctx.x.accumulateBytes);
  if (ctx.scenario.plan.lora !== null)
    return { kind: "gemm", label, forward, backward: input, inputs: input, recomputed };
  return { kind: "gemm", label, forward, backward, weights, inputs: input, recomputed };
}

/** Kernels that pass over `elements`: bytes moved for each and how many kernels, forward and backward. */
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

/** Bytes for each element and kernels of a pass. */
export type PassCost = readonly [
  forward: readonly [bytes: number, kernels: number],
  backward: readonly [bytes: number, kernels: number],
];
