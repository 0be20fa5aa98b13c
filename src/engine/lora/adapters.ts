import type { Part } from "../algebra.ts";
import { adapterParams } from "../formulas/lora.ts";
import { matrixNumbers } from "../formulas/optimizers.ts";
import { repeatedParams } from "../formulas/params.ts";
import type { LayerContext, ModelContext } from "../layerContext.ts";
import { layersOfKind, overKinds } from "../model/layersOfKind.ts";
import type { StageLayout } from "../model/stageLayout.ts";
import { type WeightMatrices, weightMatrices } from "../model/weightMatrices.ts";
import type { Lora, LoraTarget } from "../scenario/lora.ts";

/** What a device of each stage has under LoRA. */
export interface LoraParams<N> {
  /** Parameters of the adapters, by stage: all that is trained. */
  readonly adapters: readonly N[];
  /** Of the frozen parameters those of the layers' matrices, by stage: they may be quantised. */
  readonly matrices: readonly N[];
  /** The adapters of the whole model. */
  readonly trained: N;
}

/** null where every parameter is trained. */
export function loraParams<N>(ctx: ModelContext<N>): LoraParams<N> | null {
  const { lora } = ctx.scenario.plan;
  if (lora === null) return null;
  const each = ctx.kinds.map((kind) => layerAdapters(kind, false));
  const frozen = ctx.kinds.map((kind) =>
    summed(kind, weightMatrices(kind, false).dense, ({ n, rows, columns }) =>
      ctx.alg.apply(matrixNumbers, { n, n_a: rows, n_b: columns }),
    ),
  );
  const onStages = (values: readonly N[]): readonly N[] =>
    ctx.layouts.map((stage) => overStage(ctx, stage, values));
  const whole = ctx.kinds.map((kind) => ({
    label: "layers",
    value: ctx.alg.apply(repeatedParams, { n: layersOfKind(ctx, kind), P_x: layerAdapters(kind, true) }),
  }));
  return {
    adapters: onStages(each),
    matrices: onStages(frozen),
    trained: ctx.alg.sum("trained parameters", "param", whole),
  };
}

/** The matrices of a layer that adapters are beside. */
export function adapted<N>(ctx: LayerContext<N>, whole: boolean): readonly WeightMatrices<N>[] {
  const targets = ctx.scenario.plan.lora?.targets ?? [];
  return weightMatrices(ctx, whole).dense.filter(({ target }) => target !== null && targets.includes(target));
}

/**
 * Whether backward needs a tensor that only the gradients of these matrices read: frozen ones have none, so it goes to
 * adapters beside them alone (arXiv:2106.09685, section 4.1: h = W x + B A x).
 */
export function readsInputs(lora: Lora | null, feeds: readonly LoraTarget[] | undefined): boolean {
  return lora === null || feeds === undefined || feeds.some((target) => lora.targets.includes(target));
}

export function rankOf<N>({ alg, scenario }: LayerContext<N>): N {
  return alg.input("plan.finetune.rank", scenario.plan.lora?.rank ?? 0, "1");
}

function layerAdapters<N>(ctx: LayerContext<N>, whole: boolean): N {
  const r_a = rankOf(ctx);
  return summed(ctx, adapted(ctx, whole), ({ n, rows, columns }) =>
    ctx.alg.apply(adapterParams, { n, r_a, n_a: rows, n_b: columns }),
  );
}

function summed<N>(
  { alg }: LayerContext<N>,
  matrices: readonly WeightMatrices<N>[],
  of: (matrix: WeightMatrices<N>) => N,
): N {
  const parts = matrices.map((one) => ({ label: one.label, value: of(one) }));
  return alg.sum("parameters of a layer", "param", parts);
}

function overStage<N>(ctx: ModelContext<N>, stage: StageLayout, values: readonly N[]): N {
  const parts: Part<N>[] = overKinds(ctx, stage, values).map(({ label, n, value }) => ({
    label,
    value: ctx.alg.apply(repeatedParams, { n, P_x: value }),
  }));
  return ctx.alg.sum("parameters on a device", "param", parts);
}
