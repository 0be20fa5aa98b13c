import type { Part } from "../../core/algebra.ts";
import type { StageLayout } from "../../estimate/stageLayout.ts";
import { matrixNumbers } from "../../formulas/compute/optimizers.ts";
import { adapterFlops, adapterParams, passedAdapters } from "../../formulas/model/lora.ts";
import { repeatedParams } from "../../formulas/model/params.ts";
import { adapted } from "./adapted.ts";
import type { LayerContext, ModelContext } from "./layerContext.ts";
import { layersOfKind, overKinds } from "./layersOfKind.ts";
import { type WeightMatrices, weightMatrices } from "./weightMatrices.ts";

/** Parameters on a device, by stage. `experts` are the routed experts, null where a stage has none. */
export interface ParamsOfStages<N> {
  readonly stages: readonly N[];
  readonly experts: readonly (N | null)[];
}

/**
 * Parameters of one layer on a device, by kind of layer. `layerExperts` are the routed experts, null where a
 * kind has none.
 */
export interface ParamsOfLayers<N> {
  readonly layers: readonly N[];
  readonly layerExperts: readonly (N | null)[];
}

/** Parameters of a device of each stage under LoRA. */
export interface LoraParams<N> {
  /** Parameters of the adapters, the only ones trained. */
  readonly adapters: ParamsOfStages<N> & ParamsOfLayers<N>;
  /** Frozen parameters in the layers' matrices, which may be quantised. */
  readonly matrices: ParamsOfStages<N> & ParamsOfLayers<N>;
  /** Parameters of all adapters of the model. */
  readonly trained: N;
  /**
   * Forward FLOPs of the adapters for one sequence. An expert's adapter counts once for each token routed to
   * it.
   */
  readonly flops: N;
}

/** LoRA's parameters; null where every parameter is trained. */
export function loraParams<N>(ctx: ModelContext<N>): LoraParams<N> | null {
  if (ctx.scenario.plan.lora === null) return null;
  const own = ctx.kinds.map((kind) => ({ kind, of: adapted(kind, false), all: weightMatrices(kind, false) }));
  const dense = own.map(({ kind, of }) => besides(kind, of.dense, of.rank));
  const experts = own.map(({ kind, of }) => orNull(of.experts) && besides(kind, of.experts, of.expertRank));
  const frozen = own.map(({ kind, all }) => numbers(kind, all.dense));
  const frozenExperts = own.map(({ kind, all }) => orNull(all.experts) && numbers(kind, all.experts));
  return {
    adapters: onStages(ctx, dense, experts),
    matrices: onStages(ctx, frozen, frozenExperts),
    trained: trainedParams(ctx),
    flops: forwardFlops(ctx),
  };
}

const orNull = <T>(list: readonly T[]): readonly T[] | null => (list.length === 0 ? null : list);

function trainedParams<N>(ctx: ModelContext<N>): N {
  const { alg } = ctx;
  const parts: Part<N>[] = [];
  for (const kind of ctx.kinds) {
    const n = layersOfKind(ctx, kind);
    const { dense, rank, experts, expertRank } = adapted(kind, true);
    const add = (label: string, P_x: N): void => {
      parts.push({ label, value: alg.apply(repeatedParams, { n, P_x }) });
    };
    add("layers", besides(kind, dense, rank));
    if (kind.experts && experts.length > 0)
      add(
        "routed experts",
        alg.apply(repeatedParams, { n: kind.experts.p_e, P_x: besides(kind, experts, expertRank) }),
      );
  }
  return alg.sum("trained parameters", "param", parts);
}

function forwardFlops<N>(ctx: ModelContext<N>): N {
  const { alg } = ctx;
  const parts: Part<N>[] = [];
  for (const kind of ctx.kinds) {
    const L = layersOfKind(ctx, kind);
    const { dense, rank, expert, expertRank } = adapted(kind, true);
    const add = (label: string, s: N, P_x: N): void => {
      parts.push({ label, value: alg.apply(adapterFlops, { L, s, P_x }) });
    };
    const reading = (encoder: boolean): readonly WeightMatrices<N>[] =>
      dense.filter(({ reads }) => (reads === "encoder") === encoder);
    add("layers", kind.x.seqLen, besides(kind, reading(false), rank));
    if (kind.cross !== null)
      add("what reads the encoder's tokens", kind.cross.tokens, besides(kind, reading(true), rank));
    if (kind.experts && expert.length > 0)
      add(
        "routed experts",
        kind.x.seqLen,
        alg.apply(passedAdapters, { k: kind.experts.k, P_x: besides(kind, expert, expertRank) }),
      );
  }
  return alg.sum("FLOPs of the adapters forward, one sequence", "FLOP", parts);
}

function onStages<N>(
  ctx: ModelContext<N>,
  layers: readonly N[],
  layerExperts: readonly (N | null)[],
): ParamsOfStages<N> & ParamsOfLayers<N> {
  const { alg } = ctx;
  const over = (stage: StageLayout, values: readonly (N | null)[]): N | null => {
    const parts: Part<N>[] = [];
    for (const { label, n, value } of overKinds(ctx, stage, values))
      if (value !== null) parts.push({ label, value: alg.apply(repeatedParams, { n, P_x: value }) });
    return parts.length === 0 ? null : alg.sum("parameters on a device", "param", parts);
  };
  const none = alg.sum("parameters on a device", "param", []);
  return {
    layers,
    layerExperts,
    stages: ctx.layouts.map((stage) => over(stage, layers) ?? none),
    experts: ctx.layouts.map((stage) => over(stage, layerExperts)),
  };
}

const besides = <N>(ctx: LayerContext<N>, matrices: readonly WeightMatrices<N>[], r_a: N): N =>
  summed(ctx, matrices, ({ n, rows, columns }) =>
    ctx.alg.apply(adapterParams, { n, r_a, n_a: rows, n_b: columns }),
  );

const numbers = <N>(ctx: LayerContext<N>, matrices: readonly WeightMatrices<N>[]): N =>
  summed(ctx, matrices, ({ n, rows, columns }) =>
    ctx.alg.apply(matrixNumbers, { n, n_a: rows, n_b: columns }),
  );

function summed<N>(
  { alg }: LayerContext<N>,
  matrices: readonly WeightMatrices<N>[],
  of: (matrix: WeightMatrices<N>) => N,
): N {
  const parts = matrices.map((one) => ({ label: one.label, value: of(one) }));
  return alg.sum("parameters of a layer", "param", parts);
}
