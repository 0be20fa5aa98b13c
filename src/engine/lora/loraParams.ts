import type { Part } from "../algebra.ts";
import { adapterParams, passedAdapters } from "../formulas/lora.ts";
import { matrixNumbers } from "../formulas/optimizers.ts";
import { repeatedParams } from "../formulas/params.ts";
import type { LayerContext, ModelContext } from "../layerContext.ts";
import { layersOfKind, overKinds } from "../model/layersOfKind.ts";
import type { StageLayout } from "../model/stageLayout.ts";
import { type WeightMatrices, weightMatrices } from "../model/weightMatrices.ts";
import { type Adapted, adapted } from "./adapted.ts";

/** Parameters on a device, by stage; routed experts apart, null where there are none. */
export interface ParamsOfStages<N> {
  readonly stages: readonly N[];
  readonly experts: readonly (N | null)[];
}

/** What a device of each stage has under LoRA. */
export interface LoraParams<N> {
  /** Parameters of the adapters: all that is trained. */
  readonly adapters: ParamsOfStages<N>;
  /** Of the frozen parameters those of the layers' matrices: they may be quantised. */
  readonly matrices: ParamsOfStages<N>;
  /** The adapters of the whole model. */
  readonly trained: N;
  /** Of these, those that a token passes through: one of an expert's counts each time the token is sent to such an expert. */
  readonly passed: N;
}

/** null where every parameter is trained. */
export function loraParams<N>(ctx: ModelContext<N>): LoraParams<N> | null {
  const { alg } = ctx;
  if (ctx.scenario.plan.lora === null) return null;
  const own = ctx.kinds.map((kind) => ({ kind, of: adapted(kind, false), all: weightMatrices(kind, false) }));
  const dense = own.map(({ kind, of }) => besides(kind, of.dense, of.rank));
  const experts = own.map(({ kind, of }) => orNull(of.experts) && besides(kind, of.experts, of.expertRank));
  const frozen = own.map(({ kind, all }) => numbers(kind, all.dense));
  const frozenExperts = own.map(({ kind, all }) => orNull(all.experts) && numbers(kind, all.experts));
  return {
    adapters: onStages(ctx, dense, experts),
    matrices: onStages(ctx, frozen, frozenExperts),
    trained: overModel(ctx, "trained parameters", (kind, { experts: held, expertRank }) => {
      if (!kind.experts || held.length === 0) return null;
      return alg.apply(repeatedParams, { n: kind.experts.p_e, P_x: besides(kind, held, expertRank) });
    }),
    passed: overModel(ctx, "adapters that a token passes", (kind, { expert, expertRank }) => {
      if (!kind.experts || expert.length === 0) return null;
      return alg.apply(passedAdapters, { k: kind.experts.k, P_x: besides(kind, expert, expertRank) });
    }),
  };
}

const orNull = <T>(list: readonly T[]): readonly T[] | null => (list.length === 0 ? null : list);

/** Of all layers: the adapters beside what every token passes, and `experts` of a layer's, null for none. */
function overModel<N>(
  ctx: ModelContext<N>,
  label: string,
  experts: (kind: LayerContext<N>, whole: Adapted<N>) => N | null,
): N {
  const { alg } = ctx;
  const parts: Part<N>[] = [];
  for (const kind of ctx.kinds) {
    const n = layersOfKind(ctx, kind);
    const whole = adapted(kind, true);
    const add = (of: string, P_x: N): void => {
      parts.push({ label: of, value: alg.apply(repeatedParams, { n, P_x }) });
    };
    add("layers", besides(kind, whole.dense, whole.rank));
    const routed = experts(kind, whole);
    if (routed !== null) add("routed experts", routed);
  }
  return alg.sum(label, "param", parts);
}

function onStages<N>(
  ctx: ModelContext<N>,
  dense: readonly N[],
  experts: readonly (N | null)[],
): ParamsOfStages<N> {
  const { alg } = ctx;
  const over = (stage: StageLayout, values: readonly (N | null)[]): N | null => {
    const parts: Part<N>[] = [];
    for (const { label, n, value } of overKinds(ctx, stage, values))
      if (value !== null) parts.push({ label, value: alg.apply(repeatedParams, { n, P_x: value }) });
    return parts.length === 0 ? null : alg.sum("parameters on a device", "param", parts);
  };
  const none = alg.sum("parameters on a device", "param", []);
  return {
    stages: ctx.layouts.map((stage) => over(stage, dense) ?? none),
    experts: ctx.layouts.map((stage) => over(stage, experts)),
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
