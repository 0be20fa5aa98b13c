import type { CollectiveEstimate, Estimate } from "../../../engine/estimate/estimate.ts";
import type { Scenario } from "../../../engine/scenario/scenario.ts";
import type { ShardedPair, ShardedWeight } from "../../../engine/trainingStep/model/shardedPairs.ts";
import type { Figure } from "../../document/document.ts";
import { opName } from "../../naming/opName.ts";
import { plain, printed } from "../../numbers/number.ts";
import type { Label } from "../drawing/pixels.ts";
import { MUTED, paletteColor } from "../theme/theme.ts";
import { type Arrow, type Cell, drawnPlaces, fitting, type Sketch, sketchFigure } from "./sketch.ts";

/** Largest number of ranks whose strips are drawn. */
const MOST = 8;
const BLOCK = 168;
/** Places of the parts of a block along its row, px. */
const AT = { before: 0, columns: 122, rows: 352, after: 568 };
const CHIP = { width: 100, height: 40 };
const COLUMNS = { width: 180, height: 76 };
const ROWS = { width: 168, height: 76 };

/**
 * Picture of the weights of a layer that tensor parallelism shards (arXiv:1909.08053, section 3): in attention and in
 * the feed-forward, the first weights by columns and the last by rows, and the collectives at both ends.
 */
export function matricesFigure(
  { model, plan }: Scenario,
  { comm }: Estimate,
  pairs: readonly ShardedPair[],
  options: { readonly title?: string; readonly unit?: string } = {},
): Figure {
  const calls = plan.sequenceParallel
    ? ([called(comm, "all_gather"), called(comm, "reduce_scatter")] as const)
    : ([null, called(comm, "all_reduce")] as const);
  const drawn = pairs.map((pair, at) => block(pair, plan.tp, 18 + at * BLOCK, calls, options.unit));
  const sent = calls.flatMap((one) =>
    one ? [`${opName(one.op)} of ${printed(one.bytes, "B", options.unit)}`] : [],
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
      caption: `Each colour is one rank's shard of the weights. ${sentence(plan.sequenceParallel)} Forward pass: ${sent.join(", ")} per block.${model.mlp.kind === "moe" ? " Routed experts are sharded by `ep` and `etp`, not by `tp`." : ""}`,
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
function textRow(word: string, weight: ShardedWeight, way: string) {
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

/** Tensor-parallel collective of the forward pass that moves activations; null where the estimate has none. */
const called = (comm: Estimate["comm"], op: CollectiveEstimate["op"]): CollectiveEstimate | null =>
  comm.find((one) => one.dimension === "tp" && one.op === op && one.what === "activations") ?? null;

const shape = ({ rows, columns }: ShardedWeight): string => `${plain(rows)} × ${plain(columns)}`;

/** Row of a pair: the collective before it, its two weights in strips, the collective after it. */
function block(
  pair: ShardedPair,
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
  text: call ? opName(call.op) : name,
  ...(call
    ? {
        color: MUTED,
        hover: `${opName(call.op)} of ${call.what}: ${printed(call.bytes, "B", unit)}, ${plain(call.count)} calls in a step`,
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
