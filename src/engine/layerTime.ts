import type { Part } from "./algebra.ts";
import type { Context } from "./context.ts";
import { repeatedSeconds } from "./formulas/work.ts";
import {
  embeddingOperators,
  headOperators,
  layerOperators,
  type Operator,
  type OperatorKind,
} from "./operators.ts";

/** Time of a layer's (or an end's) kernels for one micro-batch on one device, s. */
export interface Compute<N> {
  readonly forward: N;
  readonly backward: N;
  readonly recompute: N;
  /** Forward and backward together, by kind. */
  readonly kinds: Readonly<Record<OperatorKind, N>>;
}

export interface Computes<N> {
  readonly layer: Compute<N>;
  readonly embedding: Compute<N>;
  readonly head: Compute<N>;
}

export function computes<N>(ctx: Context<N>): Computes<N> {
  return {
    layer: compute(ctx, "a layer", layerOperators(ctx)),
    embedding: compute(ctx, "the embedding", embeddingOperators(ctx)),
    head: compute(ctx, "head and loss", headOperators(ctx)),
  };
}

function compute<N>({ alg }: Context<N>, of: string, operators: readonly Operator<N>[]): Compute<N> {
  const forward: Part<N>[] = [];
  const backward: Part<N>[] = [];
  const again: Part<N>[] = [];
  const kinds: Record<OperatorKind, Part<N>[]> = {
    gemm: [],
    attention: [],
    memory_bound: [],
    vocabulary: [],
  };
  for (const operator of operators) {
    const there = { label: operator.label, value: operator.forward };
    const back = { label: `${operator.label}, backward`, value: operator.backward };
    forward.push(there);
    backward.push(back);
    kinds[operator.kind].push(there, back);
    if (operator.recomputed) again.push(there);
  }
  const kind = (name: OperatorKind): N =>
    alg.sum(`${name} kernels of ${of}, forward and backward`, "s", kinds[name]);
  return {
    forward: alg.sum(`kernels of ${of}, forward`, "s", forward),
    backward: alg.sum(`kernels of ${of}, backward`, "s", backward),
    recompute: alg.sum(`kernels of ${of} run again`, "s", again),
    kinds: {
      gemm: kind("gemm"),
      attention: kind("attention"),
      memory_bound: kind("memory_bound"),
      vocabulary: kind("vocabulary"),
    },
  };
}

export function times<N>({ alg }: Context<N>, n: N, tau: N): N {
  return alg.apply(repeatedSeconds, { n, tau });
}
