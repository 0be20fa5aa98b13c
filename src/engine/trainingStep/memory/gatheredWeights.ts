import type { Part } from "../../core/algebra.ts";
import type { StageLayout } from "../../estimate/stageLayout.ts";
import * as book from "../../formulas/memory/memory.ts";
import type { Plan } from "../../scenario/plan.ts";
import type { Context } from "../inputs/context.ts";
import { largest } from "../inputs/largest.ts";
import { weightsOf } from "../lora/weightsOf.ts";
import { wholeWeights } from "../lora/wholeWeights.ts";
import { groupDegrees } from "../model/groupDegrees.ts";
import type { ModelContext } from "../model/layerContext.ts";
import { overKinds } from "../model/layersOfKind.ts";
import type { StageParams } from "../model/stageParams.ts";

/** True where weights are sharded or offloaded, and so have to be gathered. */
const gathersWeights = (plan: Plan): boolean =>
  plan.zero === 3 &&
  (plan.dpShard * plan.cp > 1 || plan.stateOffload.weights !== "none" || groupDegrees(plan).length > 0);

/** All weights of a stage, B, where ZeRO 3 does not reshard after the forward pass. */
export function heldGathered<N>(
  ctx: Context<N>,
  params: StageParams<N>,
  { stage }: StageLayout,
): readonly Part<N>[] {
  const { plan } = ctx.scenario;
  if (!gathersWeights(plan) || plan.reshardAfter === "forward") return [];
  const found: Part<N>[] = [];
  for (const [label, part] of [
    ["gathered weights", "stages"],
    ["gathered weights of experts", "experts"],
  ] as const) {
    const held = weightsOf(params, part, stage);
    if (held !== null) found.push({ label, value: wholeWeights(ctx, held, ctx.x.weightBytes) });
  }
  return found;
}

/** Buffers of ZeRO 3's collectives: gathered weights, and gradients before they are scattered. */
export function gathered<N>(
  ctx: ModelContext<N>,
  params: StageParams<N>,
  stage: StageLayout,
): readonly Part<N>[] {
  const { alg, x, scenario } = ctx;
  const { plan } = scenario;
  if (!gathersWeights(plan) || plan.reshardAfter !== "forward") return [];
  const B_w = x.weightBytes;
  const units = alg.apply(book.gatheredUnits, { n_a: alg.input("plan.prefetch", plan.prefetch, "1") });
  if (plan.framework.gathers === "matrices") {
    const { mlp } = scenario.model;
    const f =
      mlp.kind === "moe"
        ? alg.input("model.mlp.expert.d_ff", mlp.expert.dFf, "1")
        : alg.input("model.mlp.d_ff", mlp.dFf, "1");
    const matrix = { n: units, B_w, h: x.dModel, f, a: x.heads, d_h: x.dHead, t: x.tp };
    return [{ label: "gathered weights", value: alg.apply(book.gatheredMatrix, matrix) }];
  }
  const kinds = overKinds(ctx, stage, wholeLayers(ctx, params));
  if (kinds.length === 0) return [];
  const layer = largest(ctx, "weights of a layer on a device", kinds);
  return [
    {
      label: "gathered weights",
      value: alg.apply(book.gatheredWeights, { n: units, Q: layer }),
    },
  ];
}

/** Weights of one layer on a device, B, by kind of layer, including routed experts. */
function wholeLayers<N>(ctx: ModelContext<N>, params: StageParams<N>): readonly N[] {
  const { alg, x } = ctx;
  return params.layers.map((_, i) => {
    const parts: Part<N>[] = [];
    for (const [label, part] of [
      ["all but routed experts", "layers"],
      ["routed experts", "layerExperts"],
    ] as const) {
      const held = weightsOf(params, part, i);
      if (held !== null) parts.push({ label, value: wholeWeights(ctx, held, x.weightBytes) });
    }
    const [only, more] = parts;
    return only && !more ? only.value : alg.sum("weights of a layer on a device", "B", parts);
  });
}
