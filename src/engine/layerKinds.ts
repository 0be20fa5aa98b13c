import type { Model } from "./scenario.ts";

/** What sets layers of one model apart: the feed-forward they have. */
export type LayerKind = "dense" | "experts";

/** How many layers of a kind a stage holds. */
export interface LayerCount {
  readonly kind: LayerKind;
  readonly layers: number;
}

/** The kinds of layers of a model, in the order in which they come: a mixture of experts may start with dense layers. */
export function layerKinds({ layers, mlp }: Model): readonly LayerKind[] {
  if (mlp.kind !== "moe") return ["dense"];
  if (mlp.denseLayers === 0) return ["experts"];
  return mlp.denseLayers < layers ? ["dense", "experts"] : ["dense"];
}

/** How many of the layers from `first` to before `end` are of each kind; kinds without a layer there are left out. */
export function countKinds(
  model: Model,
  pieces: readonly (readonly [number, number])[],
): readonly LayerCount[] {
  const dense = model.mlp.kind === "moe" ? model.mlp.denseLayers : model.layers;
  const counts: Record<LayerKind, number> = { dense: 0, experts: 0 };
  for (const [first, end] of pieces) {
    const here = Math.max(0, Math.min(end, dense) - first);
    counts.dense += here;
    counts.experts += end - first - here;
  }
  return layerKinds(model)
    .map((kind) => ({ kind, layers: counts[kind] }))
    .filter(({ layers }) => layers > 0);
}
