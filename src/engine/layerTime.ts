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
  const parts = (pick: (o: Operator<N>) => N, which: (o: Operator<N>) => boolean): readonly Part<N>[] =>
    operators.filter(which).map((o) => ({ label: o.label, value: pick(o) }));
  const kind = (name: OperatorKind): N =>
    alg.sum(`${name} kernels of ${of}, forward and backward`, "s", [
      ...parts(
        (o) => o.forward,
        (o) => o.kind === name,
      ),
      ...parts(
        (o) => o.backward,
        (o) => o.kind === name,
      ).map((part) => ({ label: `${part.label}, backward`, value: part.value })),
    ]);
  const always = (): boolean => true;
  return {
    forward: alg.sum(
      `kernels of ${of}, forward`,
      "s",
      parts((o) => o.forward, always),
    ),
    backward: alg.sum(
      `kernels of ${of}, backward`,
      "s",
      parts((o) => o.backward, always),
    ),
    recompute: alg.sum(
      `kernels of ${of} run again`,
      "s",
      parts(
        (o) => o.forward,
        (o) => o.recomputed,
      ),
    ),
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
