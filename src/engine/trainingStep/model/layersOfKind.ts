import type { StageLayout } from "../../estimate/stageLayout.ts";
import { layersPerStage } from "../../formulas/step/pipeline.ts";
import { splitText } from "../../scenario/split.ts";
import { pipelineCopies } from "../../schedules/pieces.ts";
import type { Context } from "../inputs/context.ts";
import type { LayerContext, ModelContext } from "./layerContext.ts";

/** Number of layers of a kind in the whole model. */
export function layersOfKind<N>(ctx: ModelContext<N>, { kind, of }: LayerContext<N>): N {
  if (ctx.kinds.length === 1) return ctx.x.layers;
  const held = ctx.layouts.reduce(
    (sum, { kinds }) => sum + (kinds.find((one) => one.kind === kind)?.layers ?? 0),
    0,
  );
  return ctx.alg.constant(
    of.several,
    held / pipelineCopies(ctx.scenario.plan),
    "1",
    "the model's layers of this kind",
  );
}

/**
 * The kinds of layers that a stage holds, with their counts. `values` are in the order of the context's
 * kinds.
 */
export function overKinds<N, V>(
  ctx: ModelContext<N>,
  stage: StageLayout,
  values: readonly V[],
): readonly OfKind<N, V>[] {
  const { alg, kinds } = ctx;
  const [only] = values;
  if (kinds.length === 1)
    return only === undefined || stage.kinds.length === 0
      ? []
      : [{ label: "layers", n: layersOf(ctx, stage), value: only }];
  const found: OfKind<N, V>[] = [];
  for (let i = 0; i < kinds.length; i++) {
    const { kind, of } = kinds[i] as LayerContext<N>;
    const value = values[i];
    const count = stage.kinds.find((one) => one.kind === kind);
    if (value === undefined || !count) continue;
    const label = of.several;
    const n = alg.constant(`${label} of stage ${stage.stage}`, count.layers, "1", "the stage's layout");
    found.push({ label, n, value });
  }
  return found;
}

/** A value for one kind of layer in a stage, and the number `n` of such layers. */
export interface OfKind<N, V> {
  /** "layers", or the name of the kind where a model has several. */
  readonly label: string;
  readonly n: N;
  readonly value: V;
}

/** Number of layers of a stage: a formula for an even split, otherwise read from the layout. */
export function layersOf<N>({ alg, x, scenario }: Context<N>, stage: StageLayout): N {
  const { plan, model } = scenario;
  if (
    plan.split === "even" &&
    model.mtp === 0 &&
    !model.encoder &&
    !model.vision &&
    pipelineCopies(plan) === 1
  )
    return alg.apply(layersPerStage, { L: x.layers, p: x.pp });
  return alg.constant(
    `layers of stage ${stage.stage}`,
    stage.layers,
    "1",
    `split = ${splitText(plan.split)}`,
  );
}
