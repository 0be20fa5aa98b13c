import type { CollectiveEstimate, Estimate } from "../../../engine/estimate/estimate.ts";
import { byForm, kvHeadsOf } from "../../../engine/scenario/attentionKinds.ts";
import type { DenseMlp } from "../../../engine/scenario/mlp.ts";
import type { Model } from "../../../engine/scenario/model.ts";
import type { Scenario } from "../../../engine/scenario/scenario.ts";
import type { Figure } from "../../document/document.ts";
import { plain, printed } from "../../numbers/number.ts";
import { MUTED, paletteColor } from "../theme/theme.ts";
import {
  type Arrow,
  type Cell,
  drawnPlaces,
  fitting,
  type Label,
  type Sketch,
  sketchFigure,
} from "./sketch.ts";

/** Largest number of ranks whose strips are drawn. */
const MOST = 8;
const BLOCK = 168;
/** Places of the parts of a block along its row, px. */
const AT = { before: 0, columns: 122, rows: 352, after: 568 };
const CHIP = { width: 100, height: 40 };
const COLUMNS = { width: 180, height: 76 };
const ROWS = { width: 168, height: 76 };

/** One or several weights of one shape on a rank. */
interface Weight {
  readonly name: string;
  /** Number of such weights. */
  readonly count: number;
  readonly rows: number;
  readonly columns: number;
}

/** Weights that tensor parallelism shards: the first ones by columns, the last one by rows. */
interface Pair {
  readonly name: string;
  /** Word for the block in a chart of characters: `attention`. */
  readonly word: string;
  readonly first: readonly Weight[];
  readonly last: Weight;
  /** What a rank holds of the first weights and of the last: "8 of 64 heads". */
  readonly held: readonly [first: string, last: string];
}

/**
 * Picture of the weights of a layer that tensor parallelism shards (arXiv:1909.08053, section 3): in attention and in
 * the feed-forward, the first weights by columns and the last by rows, and the collectives at both ends.
 */
export function matricesFigure(
  { model, plan }: Scenario,
  { comm }: Estimate,
  options: { readonly title?: string; readonly unit?: string } = {},
): Figure {
  const pairs = [attentionPair(model, plan.tp), feedForwardPair(model, plan.tp)].filter(
    (one) => one !== null,
  );
  const calls = plan.sequenceParallel
    ? ([called(comm, "all_gather"), called(comm, "reduce_scatter")] as const)
    : ([null, called(comm, "all_reduce")] as const);
  const drawn = pairs.map((pair, at) => block(pair, plan.tp, 18 + at * BLOCK, calls, options.unit));
  const sent = calls.flatMap((one) =>
    one ? [`${opName(one)} of ${printed(one.bytes, "B", options.unit)}`] : [],
  );
  return sketchFigure(
    {
      cells: drawn.flatMap(({ cells }) => cells),
      arrows: drawn.flatMap(({ arrows }) => arrows),
      labels: drawn.flatMap(({ labels }) => labels),
    },
    {
      title:
        options.title ??
        `Tensor parallelism over ${plain(plan.tp)} ranks: a layer's weights, with a rank's sizes`,
      caption: `Each colour is one rank's shard of the weights. ${sentence(plan.sequenceParallel)} Forward pass: ${sent.join(", ")} per block.`,
      height: pairs.length * BLOCK,
      text: {
        kind: "bars",
        unit: "param",
        rows: pairs.flatMap(({ word, first, last }) => [
          ...first.map((weight) => textRow(word, weight, "by columns")),
          textRow(word, last, "by rows"),
        ]),
      },
    },
  );
}

/** Bar of the parameters that a rank holds of some weights. */
function textRow(word: string, weight: Weight, way: string) {
  const params = weight.count * weight.rows * weight.columns;
  return {
    label: `${word} ${weight.name}, ${way}`,
    value: params,
    text: `${weight.count > 1 ? `${weight.count} × ` : ""}${shape(weight)} per rank`,
  };
}

const sentence = (sequenceParallel: boolean): string =>
  sequenceParallel
    ? "Between the blocks each rank holds its part of the sequence: an all-gather collects it, and a reduce-scatter adds the partial sums and divides them again."
    : "Every rank reads the same input. The results of the last weights are partial sums, which an all-reduce adds.";

const opName = ({ op }: CollectiveEstimate): string => op.replaceAll("_", "-");

/** Tensor-parallel collective of the forward pass that moves activations; null where the estimate has none. */
const called = (comm: Estimate["comm"], op: CollectiveEstimate["op"]): CollectiveEstimate | null =>
  comm.find((one) => one.dimension === "tp" && one.op === op && one.what === "activations") ?? null;

const shape = ({ rows, columns }: Weight): string => `${plain(rows)} × ${plain(columns)}`;

const weight = (name: string, count: number, rows: number, columns: number): Weight => ({
  ...{ name, count, rows, columns },
});

function attentionPair({ attention, dModel }: Model, tp: number): Pair | null {
  const { heads } = attention;
  if (heads === 0) return null;
  const own = heads / tp;
  const share = `${plain(own)} of ${plain(heads)} heads`;
  const about = { word: "attention", held: [share, share] } as const;
  return byForm<Pair>(attention, {
    heads: ({ dHead }) => {
      const keys = kvHeadsOf(attention);
      // With fewer key-value heads than ranks, neighbouring ranks hold copies of one head.
      const held = Math.max(1, keys / tp);
      return {
        ...about,
        name: `Attention: ${plain(heads)} query heads, ${plain(keys)} key-value heads`,
        first: [weight("Q", 1, dModel, own * dHead), weight("K, V", 2, dModel, held * dHead)],
        last: weight("output", 1, own * dHead, dModel),
      };
    },
    latent: ({ dHead, dRope, dV, qRank, kvRank }) => ({
      ...about,
      name: `Latent attention: ${plain(heads)} heads`,
      first: [
        weight("Q up", 1, qRank > 0 ? qRank : dModel, own * (dHead + dRope)),
        weight("K, V up", 1, kvRank, own * (dHead + dV)),
      ],
      last: weight("output", 1, own * dV, dModel),
    }),
  });
}

/** Feed-forward that tensor parallelism shards: a dense one, or the shared experts; null where a model has neither. */
function feedForwardPair({ mlp, dModel }: Model, tp: number): Pair | null {
  const found: { readonly name: string; readonly kind: DenseMlp["kind"]; readonly width: number } | null =
    mlp.kind !== "moe"
      ? { name: "Feed-forward", kind: mlp.kind, width: mlp.dFf }
      : mlp.dense !== null && (mlp.denseLayers > 0 || mlp.every > 1)
        ? { name: "Feed-forward of a dense layer", kind: mlp.dense.kind, width: mlp.dense.dFf }
        : mlp.shared > 0
          ? { name: "Shared expert", kind: mlp.expert.kind, width: mlp.sharedDff }
          : null;
  if (found === null) return null;
  const own = found.width / tp;
  const gated = found.kind === "swiglu" || found.kind === "geglu";
  return {
    name: `${found.name}: ${plain(dModel)} → ${plain(found.width)} → ${plain(dModel)}`,
    word: found.name === "Shared expert" ? "shared expert" : "feed-forward",
    first: [weight(gated ? "gate, up" : "up", gated ? 2 : 1, dModel, own)],
    last: weight("down", 1, own, dModel),
    held: [`${plain(own)} of ${plain(found.width)} columns`, `${plain(own)} of ${plain(found.width)} rows`],
  };
}

/** Row of a pair: the collective before it, its two weights in strips, the collective after it. */
function block(
  pair: Pair,
  tp: number,
  y: number,
  [before, after]: readonly [CollectiveEstimate | null, CollectiveEstimate | null],
  unit: string | undefined,
): Sketch {
  const top = y + 16;
  const half = top + COLUMNS.height / 2;
  const below = top + COLUMNS.height + 12;
  return {
    cells: [
      chip(before, "input", AT.before, half, unit),
      ...strips(tp, AT.columns, top, COLUMNS, true),
      ...strips(tp, AT.rows, top, ROWS, false),
      chip(after, "sum", AT.after, half, unit),
    ],
    arrows: [
      right(AT.before + CHIP.width, AT.columns, half),
      right(AT.columns + COLUMNS.width, AT.rows, half),
      right(AT.rows + ROWS.width, AT.after, half),
    ],
    labels: [
      { x: 0, y: y - 6, text: pair.name, bold: true },
      ...ends(before, AT.before, half, unit, "same on all"),
      ...ends(after, AT.after, half, unit, "of partial sums"),
      ...pair.first.map((one, at) => under(`${one.name}: ${shape(one)}`, AT.columns, below + 14 * at)),
      under(pair.held[0], AT.columns, below + 14 * pair.first.length, true),
      under(`${pair.last.name}: ${shape(pair.last)}`, AT.rows, below),
      under(pair.held[1], AT.rows, below + 14, true),
    ],
  };
}

const under = (text: string, x: number, y: number, muted = false): Label => ({
  x,
  y,
  text: fitting(226, text),
  muted,
});

const right = (from: number, to: number, y: number): Arrow => ({
  from: { x: from + 3, y },
  to: { x: to - 3, y },
  color: MUTED,
});

const chip = (
  call: CollectiveEstimate | null,
  name: string,
  x: number,
  y: number,
  unit: string | undefined,
): Cell => ({
  ...{ x, y: y - CHIP.height / 2, ...CHIP },
  text: call ? opName(call) : name,
  ...(call
    ? {
        color: MUTED,
        hover: `${opName(call)} of ${call.what}: ${printed(call.bytes, "B", unit)}, ${plain(call.count)} calls in a step`,
      }
    : {}),
});

/** Line below a chip: the bytes of its call. */
const ends = (
  call: CollectiveEstimate | null,
  x: number,
  y: number,
  unit: string | undefined,
  without: string,
): readonly Label[] => [
  {
    ...{ x: x + CHIP.width / 2, y: y + 32, anchor: "center" as const, muted: true },
    text: fitting(CHIP.width + 20, call ? printed(call.bytes, "B", unit) : without),
  },
];

/** Weights in one strip per rank: columns side by side, or rows below each other. */
function strips(
  tp: number,
  x: number,
  y: number,
  { width, height }: { readonly width: number; readonly height: number },
  upright: boolean,
): readonly Cell[] {
  const places = drawnPlaces(tp, MOST);
  return places.map((rank, at): Cell => {
    const place = upright
      ? { x: x + (at * width) / places.length, y, width: width / places.length, height }
      : { x, y: y + (at * height) / places.length, width, height: height / places.length };
    if (rank === null) return { ...place, text: "…" };
    const text = upright || place.height >= 13 ? fitting(place.width, `rank ${rank}`, `${rank}`) : "";
    return { ...place, color: paletteColor(at), text, hover: `rank ${rank}: 1 of ${tp} shards` };
  });
}
