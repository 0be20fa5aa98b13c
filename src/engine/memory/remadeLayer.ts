import type { Part } from "../algebra.ts";
import { remadeBeyond, repeatedBytes } from "../formulas/memory.ts";
import type { ModelContext } from "../layerContext.ts";
import { type OfKind, overKinds } from "../model/layersOfKind.ts";
import { countPlanned, recomputesSome } from "../model/plannedKinds.ts";
import type { StageLayout } from "../model/stageLayout.ts";
import { layersOnDevice } from "../offload/activations.ts";
import type { LayerActivations } from "./activations.ts";
import { largest } from "./largest.ts";

/**
 * What is made again of a layer that goes backward, beyond what was kept before the first did; null where nothing is. Where
 * a chunk's first layers are recomputed, the others went backward before them, and what they kept is free.
 */
export function remadeLayer<N>(
  ctx: ModelContext<N>,
  stage: StageLayout,
  activations: readonly LayerActivations<N>[],
): N | null {
  const { model, plan } = ctx.scenario;
  const pieces = recomputesSome(plan)
    ? stage.spans.map((span) => ({ ...stage, kinds: countPlanned(model, plan, [span]) }))
    : [stage];
  const known = new Map<string, N | null>();
  for (const piece of pieces) {
    const key = piece.kinds.map(({ kind, layers }) => `${kind} ${layers}`).join(" ");
    if (!known.has(key)) known.set(key, remadeIn(ctx, piece, activations));
  }
  const found = [...known.values()].filter((one) => one !== null);
  const parts = found.map((value) => ({ label: "in a chunk", value }));
  return parts.length === 0 ? null : largest(ctx, REMADE, parts);
}

export const REMADE = "layer being recomputed";

function remadeIn<N>(
  ctx: ModelContext<N>,
  piece: StageLayout,
  activations: readonly LayerActivations<N>[],
): N | null {
  const { alg } = ctx;
  const held = overKinds(ctx, piece, activations);
  const remade = held
    .filter(({ value }) => value.remade.length > 0)
    .map(({ label, value }) => ({
      label,
      value: alg.sum("activations made again for one layer", "B", value.remade),
    }));
  if (remade.length === 0) return null;
  const most = largest(ctx, REMADE, remade);
  const freed = recomputesSome(ctx.scenario.plan)
    ? held.filter(({ value }) => value.remade.length === 0)
    : [];
  return freed.length === 0
    ? most
    : alg.apply(remadeBeyond, { Q_l: most, Q: alg.sum("freed by layers behind", "B", freed.map(keptBy)) });

  function keptBy({ label, n, value }: OfKind<N, LayerActivations<N>>): Part<N> {
    const layers = layersOnDevice(ctx, piece, n);
    return { label, value: alg.apply(repeatedBytes, { n: layers, Q: value.kept.value }) };
  }
}
