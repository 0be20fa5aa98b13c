import type { Model } from "./scenario.ts";

/** How tokens of a layer see each other: full attention, attention with a sliding window, a recurrence, or not at all. */
export type Mixer = "full" | "sliding" | "recurrent" | "none";
/** What a layer does to each token by itself. */
export type FeedForward = "dense" | "experts" | "none";
/** What sets layers of one model apart: their mixer and their feed-forward. */
export type LayerKind =
  | "recurrent"
  | "attention"
  | "attention_sliding"
  | "dense_alone"
  | "experts_alone"
  | "dense_recurrent"
  | "dense_sliding"
  | "dense"
  | "experts_recurrent"
  | "experts_sliding"
  | "experts";

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
  recurrent: traits("recurrent", "none", "recurrent layer"),
  attention_sliding: traits("sliding", "none", "layer of attention with a sliding window"),
  attention: traits("full", "none", "layer of attention"),
  dense_alone: traits("none", "dense", "feed-forward layer"),
  experts_alone: traits("none", "experts", "layer of experts"),
  dense_recurrent: traits("recurrent", "dense", "dense recurrent layer"),
  dense_sliding: traits("sliding", "dense", "dense layer with a sliding window"),
  dense: traits("full", "dense", "dense layer"),
  experts_recurrent: traits("recurrent", "experts", "recurrent layer with experts"),
  experts_sliding: traits("sliding", "experts", "layer with experts and a sliding window"),
  experts: traits("full", "experts", "layer with experts"),
};

function traits(mixer: Mixer, feedForward: FeedForward, name: string): Traits {
  return { mixer, feedForward, one: `a ${name}`, several: name.replace("layer", "layers") };
}

const order = Object.keys(layerTraits) as readonly LayerKind[];
/** By mixer, then by feed-forward: the place in `order`. A layer without either is taken for one of attention. */
const places = Object.fromEntries(
  (["full", "sliding", "recurrent", "none"] as const).map((mixer) => {
    const at = (feedForward: FeedForward): number => {
      const place = order.findIndex(
        (kind) => layerTraits[kind].mixer === mixer && layerTraits[kind].feedForward === feedForward,
      );
      return place < 0 ? order.indexOf("attention") : place;
    };
    return [mixer, { dense: at("dense"), experts: at("experts"), none: at("none") }];
  }),
) as Readonly<Record<Mixer, Readonly<Record<FeedForward, number>>>>;

interface Parts {
  readonly mixer: "attention" | "recurrent" | "none";
  /** `any`: experts or dense, as the model's mixture of experts has it. */
  readonly feedForward: "any" | FeedForward;
}

/**
 * What a model's `pattern` may say of a layer: words for whole layers, letters for layers that are one of the two alone, as
 * Nemotron-H's `hybrid_override_pattern` and Megatron Core have them.
 */
export const patternParts: ReadonlyMap<string, Parts> = new Map<string, Parts>([
  ["attention", { mixer: "attention", feedForward: "any" }],
  ["recurrent", { mixer: "recurrent", feedForward: "any" }],
  ["M", { mixer: "recurrent", feedForward: "none" }],
  ["*", { mixer: "attention", feedForward: "none" }],
  ["-", { mixer: "none", feedForward: "dense" }],
  ["E", { mixer: "none", feedForward: "experts" }],
]);
const ordinary: Parts = { mixer: "attention", feedForward: "any" };

/** Counted once for each model: every estimate asks. */
const counted = new WeakMap<Model, readonly LayerCount[]>();

function wholeModel(model: Model): readonly LayerCount[] {
  const known = counted.get(model) ?? countKinds(model, [[0, model.layers]]);
  counted.set(model, known);
  return known;
}

/** The kinds of layers of a model, in the order in which they are told. */
export function layerKinds(model: Model): readonly LayerKind[] {
  return wholeModel(model).map(({ kind }) => kind);
}

/** How many of the layers from `first` to before `end` are of each kind; kinds without a layer there are left out. */
export function countKinds(
  model: Model,
  pieces: readonly (readonly [number, number])[],
): readonly LayerCount[] {
  const counts = new Array<number>(order.length).fill(0);
  for (const [first, end] of pieces)
    for (let layer = first; layer < end; layer++) {
      const parts = partsOf(model, layer);
      const place = places[mixerOf(model, layer, parts)][feedForwardOf(model, layer, parts)];
      counts[place] = (counts[place] ?? 0) + 1;
    }
  const found: LayerCount[] = [];
  for (const [i, kind] of order.entries()) {
    const layers = counts[i] ?? 0;
    if (layers > 0) found.push({ kind, layers });
  }
  return found;
}

/** How many layers of a model are such. */
export function layersWith(model: Model, such: (of: Traits) => boolean): number {
  let found = 0;
  for (const { kind, layers } of wholeModel(model)) if (such(layerTraits[kind])) found += layers;
  return found;
}

/** How many layers of a model have experts. */
export const expertLayers = (model: Model): number =>
  layersWith(model, ({ feedForward }) => feedForward === "experts");

export const hasAttention = ({ mixer }: Pick<Traits, "mixer">): boolean =>
  mixer === "full" || mixer === "sliding";

/** The pattern of a model goes over its layers again and again. */
function partsOf({ pattern }: Model, layer: number): Parts {
  if (pattern === null) return ordinary;
  return patternParts.get(pattern[layer % pattern.length] ?? "") ?? ordinary;
}

/** Of a sliding window with a pattern, the last layer of each period has full attention. */
function mixerOf({ attention }: Model, layer: number, parts: Parts): Mixer {
  if (parts.mixer !== "attention") return parts.mixer;
  if (attention.kind === "mla" || attention.slidingWindow === null) return "full";
  const { slidingWindowPattern: period } = attention;
  return period !== null && (layer + 1) % period === 0 ? "full" : "sliding";
}

/** A mixture of experts may start with dense layers, and then have experts in every n-th layer only. */
function feedForwardOf({ mlp }: Model, layer: number, parts: Parts): FeedForward {
  if (parts.feedForward !== "any") return parts.feedForward;
  const routed = mlp.kind === "moe" && layer >= mlp.denseLayers && (layer + 1) % mlp.every === 0;
  return routed ? "experts" : "dense";
}
