import type { Algebra, Part } from "../../core/algebra.ts";
import { repeatedSeconds } from "../../formulas/compute/work.ts";
import type { Context } from "../inputs/context.ts";
import type { Exchange, Operator, OperatorKind } from "../kernels/operator.ts";
import type { LayerContext, ModelContext } from "../model/layerContext.ts";
import { embeddingOperators, headOperators } from "./endOperators.ts";
import { layerOperators } from "./operators.ts";
import { visionOperators } from "./visionOperators.ts";

/**
 * Kernel time of a layer, or of the embedding or head, for one micro-batch on one device, s, without waits and
 * communication.
 */
export interface Compute<N> {
  readonly forward: N;
  readonly backward: N;
  readonly recompute: N;
  /** Part of `backward` that computes gradients of the weights, s. */
  readonly weights: N;
  /** Sum of forward and backward time by kind of kernel, s. */
  readonly kinds: Readonly<Record<OperatorKind, N>>;
  /**
   * Time of the matmuls with weights that tensor-parallel collectives can overlap, s: all but those of shared
   * experts that overlap token exchanges. null without tensor parallelism, and in frameworks that overlap
   * collectives with whole passes (`tpOverlap` in pieces).
   */
  readonly matmuls: MatmulTimes<N> | null;
  /** Part of `forward` and `backward` that the attention core takes, s. */
  readonly core: { readonly forward: N; readonly backward: N };
  /** Time of the shared experts' kernels that can overlap each token exchange, s; null without shared experts. */
  readonly shared: Readonly<Record<Exchange, SharedExperts<N>>> | null;
}

interface SharedExperts<N> {
  readonly forward: N;
  readonly backward: N;
  /** Part of `backward` without the gradients of weights, s. */
  readonly inputs: N;
}

interface MatmulTimes<N> {
  readonly forward: N;
  readonly recompute: N;
  /** Time to compute the gradients of the matmuls' inputs, s, without the gradients of weights. */
  readonly backward: N;
}

export interface Computes<N> {
  /** Kernel time of a layer of each kind, in the order of the context's `kinds`. */
  readonly layers: readonly Compute<N>[];
  readonly embedding: Compute<N>;
  readonly head: Compute<N>;
  /** Kernel time around the layers of a vision encoder; null for a model without one. */
  readonly vision: Compute<N> | null;
}

export function computes<N>(ctx: ModelContext<N>): Computes<N> {
  return {
    layers: ctx.kinds.map((kind) => compute(ctx, layerName(ctx, kind), layerOperators(kind))),
    embedding: compute(ctx, "the embedding", embeddingOperators(ctx)),
    head: compute(ctx, "head and loss", headOperators(ctx)),
    vision:
      ctx.scenario.model.vision === null ? null : compute(ctx, "patches and projector", visionOperators(ctx)),
  };
}

/** Name of a kind of layer in derivations: "a layer", or the kind's own name where a model has several kinds. */
export function layerName<N>({ kinds }: ModelContext<N>, { of }: LayerContext<N>): string {
  return kinds.length === 1 ? "a layer" : of.one;
}

/** Adds up the times of the kernels of a layer, the embedding or the head. `of` is its name in the derivation. */
export function compute<N>(
  { alg, scenario: { plan } }: Context<N>,
  of: string,
  operators: readonly Operator<N>[],
): Compute<N> {
  const forward: Part<N>[] = [];
  const backward: Part<N>[] = [];
  const again: Part<N>[] = [];
  const weights: Part<N>[] = [];
  const matmuls: Record<keyof MatmulTimes<N>, Part<N>[]> = { forward: [], recompute: [], backward: [] };
  const kinds: Record<OperatorKind, Part<N>[]> = {
    gemm: [],
    attention: [],
    memory_bound: [],
    vocabulary: [],
  };
  const core: { readonly forward: Part<N>[]; readonly backward: Part<N>[] } = { forward: [], backward: [] };
  const overlapsMatmuls = plan.tp > 1 && plan.framework.tpOverlap === "gradients";
  for (const operator of operators) {
    const there = { label: `${operator.label}, forward`, value: operator.forward };
    const back = { label: `${operator.label}, backward`, value: operator.backward };
    forward.push(there);
    backward.push(back);
    kinds[operator.kind].push(there, back);
    const redone = operator.recomputed
      ? { label: `${operator.label}, recomputed`, value: operator.again ?? operator.forward }
      : null;
    if (redone !== null) again.push(redone);
    if (operator.weights !== undefined)
      weights.push({ label: `${operator.label}, weight gradient`, value: operator.weights });
    if (overlapsMatmuls && operator.inputs !== undefined && operator.overlaps === undefined) {
      matmuls.forward.push(there);
      if (redone !== null) matmuls.recompute.push(redone);
      matmuls.backward.push({ label: `${operator.label}, input gradient`, value: operator.inputs });
    }
    if (operator.kind !== "attention") continue;
    core.forward.push(there);
    core.backward.push(back);
  }
  const kind = (name: OperatorKind): N =>
    alg.sum(`${name} kernels of ${of}, forward and backward`, "s", kinds[name]);
  return {
    forward: alg.sum(`kernels of ${of}, forward`, "s", forward),
    backward: alg.sum(`kernels of ${of}, backward`, "s", backward),
    recompute: alg.sum(`kernels of ${of}, recomputed`, "s", again),
    core: {
      forward: alg.sum(`attention core of ${of}, forward`, "s", core.forward),
      backward: alg.sum(`attention core of ${of}, backward`, "s", core.backward),
    },
    matmuls: overlapsMatmuls
      ? {
          forward: alg.sum(`matmuls of ${of}, forward`, "s", matmuls.forward),
          recompute: alg.sum(`matmuls of ${of}, recomputed`, "s", matmuls.recompute),
          backward: alg.sum(`matmuls of ${of}, input gradients`, "s", matmuls.backward),
        }
      : null,
    shared: operators.some(({ overlaps }) => overlaps !== undefined)
      ? {
          dispatch: besideExchange(alg, operators, "dispatch"),
          combine: besideExchange(alg, operators, "combine"),
        }
      : null,
    weights: alg.sum(`kernels of ${of}, weight gradients`, "s", weights),
    kinds: {
      gemm: kind("gemm"),
      attention: kind("attention"),
      memory_bound: kind("memory_bound"),
      vocabulary: kind("vocabulary"),
    },
  };
}

/** Adds up the times of the shared experts' kernels that overlap one direction of the expert all-to-all, s. */
function besideExchange<N>(alg: Algebra<N>, operators: readonly Operator<N>[], exchange: Exchange) {
  const own = operators.filter(({ overlaps }) => overlaps === exchange);
  const sum = (way: string, of: (one: Operator<N>) => N): N =>
    alg.sum(
      `shared experts overlapping the all-to-all, ${way}`,
      "s",
      own.map((one) => ({ label: one.label, value: of(one) })),
    );
  return {
    forward: sum("forward", (one) => one.forward),
    backward: sum("backward", (one) => one.backward),
    inputs: sum("gradients of the inputs", (one) => one.inputs ?? one.backward),
  };
}

export function times<N>({ alg }: Context<N>, n: N, tau: N): N {
  return alg.apply(repeatedSeconds, { n, tau });
}
