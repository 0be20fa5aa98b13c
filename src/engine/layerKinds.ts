import type { Model } from "./scenario.ts";

/** What sets layers of one model apart: the feed-forward they have, and whether their attention has a sliding window. */
export type LayerKind = "dense" | "experts" | "dense_sliding" | "experts_sliding";

/** How many layers of a kind a stage holds. */
export interface LayerCount {
  readonly kind: LayerKind;
  readonly layers: number;
}

interface Traits {
  /** Its feed-forward is a mixture of experts. */
  readonly experts: boolean;
  /** Its attention has a sliding window. */
  readonly sliding: boolean;
  /** For people, where a model has several kinds: one such layer, and several. */
  readonly one: string;
  readonly several: string;
}

export const layerTraits: Readonly<Record<LayerKind, Traits>> = {
  dense: { experts: false, sliding: false, one: "a dense layer", several: "dense layers" },
  experts: { experts: true, sliding: false, one: "a layer with experts", several: "layers with experts" },
  dense_sliding: {
    ...{ experts: false, sliding: true },
    ...{ one: "a dense layer with a sliding window", several: "dense layers with a sliding window" },
  },
  experts_sliding: {
    ...{ experts: true, sliding: true },
    ...{
      one: "a layer with experts and a sliding window",
      several: "layers with experts and a sliding window",
    },
  },
};

/** The kinds of layers of a model, in the order in which they come: a mixture of experts may start with dense layers. */
export function layerKinds(model: Model): readonly LayerKind[] {
  return countKinds(model, [[0, model.layers]]).map(({ kind }) => kind);
}

/** How many of the layers from `first` to before `end` are of each kind; kinds without a layer there are left out. */
export function countKinds(
  model: Model,
  pieces: readonly (readonly [number, number])[],
): readonly LayerCount[] {
  const dense = model.mlp.kind === "moe" ? model.mlp.denseLayers : model.layers;
  let denseSliding = 0;
  let denseFull = 0;
  let expertsSliding = 0;
  let expertsFull = 0;
  for (const [first, end] of pieces) {
    const middle = Math.max(first, Math.min(end, dense));
    const full = fullBefore(model, middle) - fullBefore(model, first);
    denseFull += full;
    denseSliding += middle - first - full;
    const later = fullBefore(model, end) - fullBefore(model, middle);
    expertsFull += later;
    expertsSliding += end - middle - later;
  }
  const found: LayerCount[] = [];
  if (denseSliding > 0) found.push({ kind: "dense_sliding", layers: denseSliding });
  if (denseFull > 0) found.push({ kind: "dense", layers: denseFull });
  if (expertsSliding > 0) found.push({ kind: "experts_sliding", layers: expertsSliding });
  if (expertsFull > 0) found.push({ kind: "experts", layers: expertsFull });
  return found;
}

/** Layers with full attention among the first `end`: all, or the last one of each period of the pattern. */
function fullBefore({ attention }: Model, end: number): number {
  if (attention.kind === "mla" || attention.slidingWindow === null) return end;
  const { slidingWindowPattern } = attention;
  return slidingWindowPattern === null ? 0 : Math.floor(end / slidingWindowPattern);
}
