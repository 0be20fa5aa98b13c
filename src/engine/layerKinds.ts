import type { Model } from "./scenario.ts";

/** How tokens of a layer see each other: full attention, or attention with a sliding window. */
export type Mixer = "full" | "sliding";
/** What a layer does to each token by itself. */
export type FeedForward = "dense" | "experts";
/** What sets layers of one model apart: their mixer and their feed-forward. */
export type LayerKind = "dense" | "experts" | "dense_sliding" | "experts_sliding";

/** How many layers of a kind a stage holds. */
export interface LayerCount {
  readonly kind: LayerKind;
  readonly layers: number;
}

interface Traits {
  readonly mixer: Mixer;
  readonly feedForward: FeedForward;
  /** For people, where a model has several kinds: one such layer, and several. */
  readonly one: string;
  readonly several: string;
}

/** Every kind, in the order in which they are told. */
export const layerTraits: Readonly<Record<LayerKind, Traits>> = {
  dense_sliding: traits("sliding", "dense", "dense layer with a sliding window"),
  dense: traits("full", "dense", "dense layer"),
  experts_sliding: traits("sliding", "experts", "layer with experts and a sliding window"),
  experts: traits("full", "experts", "layer with experts"),
};

function traits(mixer: Mixer, feedForward: FeedForward, name: string): Traits {
  return { mixer, feedForward, one: `a ${name}`, several: name.replace("layer", "layers") };
}

const order = Object.keys(layerTraits) as readonly LayerKind[];
const kindAt = (mixer: Mixer, feedForward: FeedForward): number =>
  order.findIndex(
    (kind) => layerTraits[kind].mixer === mixer && layerTraits[kind].feedForward === feedForward,
  );
/** By mixer, then by feed-forward: the place in `order`. */
const places: Readonly<Record<Mixer, Readonly<Record<FeedForward, number>>>> = {
  full: { dense: kindAt("full", "dense"), experts: kindAt("full", "experts") },
  sliding: { dense: kindAt("sliding", "dense"), experts: kindAt("sliding", "experts") },
};

/** The kinds of layers of a model, in the order in which they are told. */
export function layerKinds(model: Model): readonly LayerKind[] {
  return countKinds(model, [[0, model.layers]]).map(({ kind }) => kind);
}

/** How many of the layers from `first` to before `end` are of each kind; kinds without a layer there are left out. */
export function countKinds(
  model: Model,
  pieces: readonly (readonly [number, number])[],
): readonly LayerCount[] {
  const counts = new Array<number>(order.length).fill(0);
  for (const [first, end] of pieces)
    for (let layer = first; layer < end; layer++) {
      const place = places[mixerOf(model, layer)][feedForwardOf(model, layer)];
      counts[place] = (counts[place] ?? 0) + 1;
    }
  const found: LayerCount[] = [];
  for (const [i, kind] of order.entries()) {
    const layers = counts[i] ?? 0;
    if (layers > 0) found.push({ kind, layers });
  }
  return found;
}

/** How many layers of a model have experts. */
export function expertLayers(model: Model): number {
  let found = 0;
  for (let layer = 0; layer < model.layers; layer++) if (feedForwardOf(model, layer) === "experts") found++;
  return found;
}

/** Of a sliding window with a pattern, the last layer of each period has full attention. */
function mixerOf({ attention }: Model, layer: number): Mixer {
  if (attention.kind === "mla" || attention.slidingWindow === null) return "full";
  const { slidingWindowPattern: period } = attention;
  return period !== null && (layer + 1) % period === 0 ? "full" : "sliding";
}

/** A mixture of experts may start with dense layers, and then have experts in every n-th layer only. */
function feedForwardOf({ mlp }: Model, layer: number): FeedForward {
  const routed = mlp.kind === "moe" && layer >= mlp.denseLayers && (layer + 1) % mlp.every === 0;
  return routed ? "experts" : "dense";
}
