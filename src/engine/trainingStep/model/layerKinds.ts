import type { LayerCount } from "../../estimate/stageLayout.ts";
import { optionsOf } from "../../scenario/attentionKinds.ts";
import type { Model } from "../../scenario/model.ts";
import { allLayers, layersBefore, type ModelPart, modelParts, partOf, stackedLayers } from "./modelParts.ts";

/** Token mixing of a layer: full attention, sliding-window attention, a recurrence, or none. */
export type Mixer = "full" | "sliding" | "recurrent" | "none";
/** Feed-forward of a layer. */
export type FeedForward = "dense" | "experts" | "none";
/** Mixer and feed-forward of a layer, which distinguish the layers of one part of a model. */
type Shape =
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

/** Layers of a model that have identical fields. */
export interface LayerKind extends Traits {
  /** Name of the kind, unique in the model. */
  readonly name: string;
  readonly part: ModelPart;
}

interface Traits {
  readonly mixer: Mixer;
  readonly feedForward: FeedForward;
  /** Description for people where a model has several kinds: `one` such layer, and `several`. */
  readonly one: string;
  readonly several: string;
}

/** Every combination of mixer and feed-forward, in order of presentation. */
const shapes: Readonly<Record<Shape, Traits>> = {
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

const order = Object.keys(shapes) as readonly Shape[];
/** Index in `order` by mixer and feed-forward. A layer with neither counts as attention. */
const places = Object.fromEntries(
  (["full", "sliding", "recurrent", "none"] as const).map((mixer) => {
    const at = (feedForward: FeedForward): number => {
      const place = order.findIndex(
        (shape) => shapes[shape].mixer === mixer && shapes[shape].feedForward === feedForward,
      );
      return place < 0 ? order.indexOf("attention") : place;
    };
    return [mixer, { dense: at("dense"), experts: at("experts"), none: at("none") }];
  }),
) as Readonly<Record<Mixer, Readonly<Record<FeedForward, number>>>>;

interface PatternEntry {
  readonly mixer: "attention" | "recurrent" | "none";
  /** Kind of feed-forward. `any` means experts or dense, as the model's mixture of experts decides. */
  readonly feedForward: "any" | FeedForward;
}

/**
 * Entries of a model's `pattern`: words for full layers, letters for layers with only a mixer or only a
 * feed-forward. The letters are those of Nemotron-H's `hybrid_override_pattern` and Megatron Core.
 */
export const patternParts: ReadonlyMap<string, PatternEntry> = new Map<string, PatternEntry>([
  ["attention", { mixer: "attention", feedForward: "any" }],
  ["recurrent", { mixer: "recurrent", feedForward: "any" }],
  ["M", { mixer: "recurrent", feedForward: "none" }],
  ["*", { mixer: "attention", feedForward: "none" }],
  ["-", { mixer: "none", feedForward: "dense" }],
  ["E", { mixer: "none", feedForward: "experts" }],
]);
const ordinary: PatternEntry = { mixer: "attention", feedForward: "any" };

/** The kinds of layers of a model. `of` gives the index of each layer's kind. */
interface Kinds {
  readonly kinds: readonly LayerKind[];
  readonly of: readonly number[];
  readonly counts: readonly LayerCount[];
}

/** Memo by model: every estimate needs the kinds. */
const found = new WeakMap<Model, Kinds>();

function kindsOf(model: Model): Kinds {
  const known = found.get(model) ?? findKinds(model);
  found.set(model, known);
  return known;
}

function findKinds(model: Model): Kinds {
  const parts = modelParts(model);
  const rankOf = parts.map(layerRank);
  const [all, stacked, before] = [allLayers(model), stackedLayers(model), layersBefore(model)];
  const ranks: number[] = [];
  for (let layer = 0; layer < all; layer++) {
    const part = partOf(model, layer);
    // Multi-token prediction uses a layer like the last one (arXiv:2412.19437, section 2.2).
    const at = part.role === "prediction" ? stacked - 1 : layer;
    const own = part.role === "encoder" || part.role === "vision" ? at : at - before;
    const place = parts.indexOf(part);
    ranks.push(place * order.length + (rankOf[place]?.(own) ?? 0));
  }
  const ranked = [...new Set(ranks)].sort((a, b) => a - b);
  const kinds = ranked.map((rank): LayerKind => {
    const part = parts[Math.floor(rank / order.length)] as ModelPart;
    const shape = order[rank % order.length] as Shape;
    const { mixer, feedForward, one, several } = shapes[shape];
    const names = { one: `${one}${part.name}`, several: `${several}${part.name}` };
    return { name: `${shape}${part.name}`, part, mixer, feedForward, ...names };
  });
  const of = ranks.map((rank) => ranked.indexOf(rank));
  return { kinds, of, counts: counted(kinds, of, [[0, of.length]]) };
}

/** The kinds of layers of a model, in order of presentation. */
export const layerKinds = (model: Model): readonly LayerKind[] => kindsOf(model).kinds;

/** Number of layers of each kind in the given ranges `[first, end)`. Kinds without layers are omitted. */
export function countKinds(
  model: Model,
  pieces: readonly (readonly [number, number])[],
): readonly LayerCount[] {
  const { kinds, of } = kindsOf(model);
  return counted(kinds, of, pieces);
}

function counted(
  kinds: readonly LayerKind[],
  of: readonly number[],
  pieces: readonly (readonly [number, number])[],
): readonly LayerCount[] {
  const counts = new Array<number>(kinds.length).fill(0);
  for (const [first, end] of pieces)
    for (let layer = first; layer < end; layer++) {
      const place = of[layer] ?? 0;
      counts[place] = (counts[place] ?? 0) + 1;
    }
  const held: LayerCount[] = [];
  for (const [i, { name }] of kinds.entries()) {
    const layers = counts[i] ?? 0;
    if (layers > 0) held.push({ kind: name, layers });
  }
  return held;
}

/** Number of a model's layers whose kind satisfies `such`. */
export function layersWith(model: Model, such: (of: LayerKind) => boolean): number {
  const { kinds, counts } = kindsOf(model);
  return counts.reduce((sum, { layers }, i) => sum + (kinds[i] && such(kinds[i]) ? layers : 0), 0);
}

/** Number of a model's layers with routed experts. */
export const expertLayers = (model: Model): number =>
  layersWith(model, ({ feedForward }) => feedForward === "experts");

export const hasAttention = ({ mixer }: Pick<Traits, "mixer">): boolean =>
  mixer === "full" || mixer === "sliding";

/**
 * Function that gives the place of a layer's shape in `order`. It reads the fields of the part's model once: a trace
 * records every read.
 */
function layerRank({ model: { attention, mlp, pattern } }: ModelPart): (layer: number) => number {
  const mixer = mixerOf(attention);
  const feedForward = feedForwardOf(mlp);
  return (layer) => {
    const entry = entryOf(pattern, layer);
    return places[mixer(layer, entry)][feedForward(layer, entry)];
  };
}

/** Entry of the model's pattern for a layer. The pattern repeats over the layers. */
function entryOf(pattern: Model["pattern"], layer: number): PatternEntry {
  if (pattern === null) return ordinary;
  return patternParts.get(pattern[layer % pattern.length] ?? "") ?? ordinary;
}

/** Mixers of layers. With a periodic sliding window, the last layer of each period has full attention. */
function mixerOf(attention: Model["attention"]): (layer: number, entry: PatternEntry) => Mixer {
  const { slidingWindow, slidingWindowPattern: period } = optionsOf(attention);
  return (layer, { mixer }) => {
    if (mixer !== "attention") return mixer;
    if (slidingWindow === null) return "full";
    return period !== null && (layer + 1) % period === 0 ? "full" : "sliding";
  };
}

/**
 * Feed-forwards of layers. A mixture of experts may start with dense layers, and then have experts in every
 * n-th layer only.
 */
function feedForwardOf(mlp: Model["mlp"]): (layer: number, entry: PatternEntry) => FeedForward {
  const experts = mlp.kind === "moe" ? { denseLayers: mlp.denseLayers, every: mlp.every } : null;
  return (layer, { feedForward }) => {
    if (feedForward !== "any") return feedForward;
    return experts && layer >= experts.denseLayers && (layer + 1) % experts.every === 0 ? "experts" : "dense";
  };
}
