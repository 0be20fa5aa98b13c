import type { Estimate } from "../../../engine/estimate/estimate.ts";
import type { Scenario } from "../../../engine/scenario/scenario.ts";
import type { StateShards } from "../../../engine/trainingStep/memory/stateShards.ts";
import type { Figure } from "../../document/document.ts";
import { plain, printed, scaled } from "../../numbers/number.ts";
import { commonUnit } from "../../numbers/unit.ts";
import { DRAWING_WIDTH, type Label } from "../drawing/pixels.ts";
import { meaningColor } from "../theme/theme.ts";
import { type Cell, drawnPlaces, fitting, sketchFigure } from "./sketch.ts";

/** Left edge of the first column, px; ranks are named before it. */
const LEFT = 84;
const COLUMN = (DRAWING_WIDTH - LEFT) / 3;
const BAR = COLUMN - 20;
const ROW = 30;
const TOP = 68;
/** Largest number of ranks that are drawn. */
const MOST = 6;

const KINDS = [
  ["weights", "Weights"],
  ["gradients", "Gradients"],
  ["optimizer", "Optimizer state"],
] as const;

interface Column {
  readonly kind: (typeof KINDS)[number][0];
  readonly name: string;
  /** Bytes on a rank. */
  readonly bytes: number;
  readonly sharded: boolean;
  /** Place where the state lies, where that is not the device. */
  readonly away: "host" | "nvme" | null;
}

/**
 * Picture of what each data-parallel rank holds under the plan's ZeRO stage: all weights, gradients and optimizer
 * state, or one shard. Bytes are those of the memory breakdown of the fullest stage.
 */
export function shardsFigure(
  { plan }: Scenario,
  { memory }: Estimate,
  { ranks, shards, expertShards, sharded, places }: StateShards,
  options: { readonly title?: string; readonly unit?: string } = {},
): Figure {
  const columns = KINDS.map(([kind, name]): Column => {
    const place = places[kind];
    return { kind, name, bytes: memory[kind], sharded: sharded[kind], away: place === "none" ? null : place };
  });
  const total = columns.reduce((sum, { bytes }) => sum + bytes, 0);
  const size = (bytes: number): string => printed(bytes, "B", options.unit);
  const drawn = drawnPlaces(ranks, MOST);
  const cells: Cell[] = [];
  const labels: Label[] = [];
  for (const [at, column] of columns.entries()) {
    const x = LEFT + at * COLUMN;
    const held = column.away
      ? `in ${column.away === "host" ? "host memory" : "NVMe drives"}`
      : share(column, shards);
    labels.push(
      { x, y: 10, text: column.name, bold: true },
      { x, y: 27, text: fitting(COLUMN, held, "") },
      { x, y: 44, text: `${size(column.bytes)} per rank`, muted: true },
    );
    for (const [row, rank] of drawn.entries())
      if (rank !== null) cells.push(...bar(column, rank, shards, { x, y: TOP + row * ROW }, size));
  }
  for (const [row, rank] of drawn.entries())
    labels.push({
      x: LEFT - 10,
      y: TOP + row * ROW + 10,
      text: rank === null ? "…" : `rank ${plain(rank)}`,
      anchor: "right",
    });
  const unit = options.unit ?? commonUnit(total, "B");
  const stage = plan.pp === 1 ? "" : ` on stage ${memory.peakStage}`;
  return sketchFigure(
    { cells, labels, arrows: [] },
    {
      title:
        options.title ??
        `ZeRO ${plan.zero}: state of ${plain(ranks)} data-parallel ranks, ${size(total)} each${stage}`,
      caption: `${captionOf(plan.zero, shards, ranks, expertShards)}${expertWords(plan.ep)}`,
      height: TOP + drawn.length * ROW,
      text: {
        kind: "bars",
        unit,
        rows: columns.map((column) => ({
          label: `${column.name.toLowerCase()}, ${column.away ? `offloaded to ${column.away}` : share(column, shards)}`,
          value: scaled(column.bytes, "B", unit),
          text: `${size(column.bytes)} per rank`,
        })),
      },
    },
  );
}

const share = ({ sharded }: Column, shards: number): string =>
  sharded && shards > 1 ? `one of ${plain(shards)} shards` : "all of it on every rank";

/** Frame for a rank's whole state, and in it the part that the rank holds. */
function bar(
  column: Column,
  rank: number,
  shards: number,
  { x, y }: { readonly x: number; readonly y: number },
  size: (bytes: number) => string,
): readonly Cell[] {
  const hover = `rank ${rank}: ${size(column.bytes)} of ${column.name.toLowerCase()}`;
  const frame: Cell = { x, y, width: BAR, height: 20, hover };
  if (column.away) return [{ ...frame, text: fitting(BAR, "not on the device") }];
  const color = meaningColor(column.kind) ?? "#0072B2";
  if (!column.sharded || shards === 1) return [{ ...frame, color, text: fitting(BAR, "whole") }];
  const own = rank % shards;
  // A shard of many is too thin to see, so it has a least width and stays inside the frame.
  const width = Math.max(BAR / shards, 4);
  const from = shards === 1 ? 0 : (own / (shards - 1)) * (BAR - width);
  return [
    frame,
    { x: x + from, y, width, height: 20, color, text: fitting(width, `shard ${own}`, `${own}`) },
  ];
}

/** Sentence on routed experts, of which a rank of an expert-parallel group holds only some. */
const expertWords = (ep: number): string =>
  ep > 1 ? ` With \`ep = ${plain(ep)}\` a rank holds only its own routed experts, whole or as a shard.` : "";

function captionOf(zero: number, shards: number, ranks: number, expertShards: number | null): string {
  const kept = [
    "ZeRO 0 shards nothing: every rank holds all state, and gradients are all-reduced.",
    "ZeRO 1 shards the optimizer state: a rank updates its shard of the weights, which all ranks then gather.",
    "ZeRO 2 also shards gradients, unless the plan reduces them once a step.",
    "ZeRO 3 also shards weights, which are gathered layer by layer when a pass needs them.",
  ][zero];
  const copies =
    zero > 0 && shards < ranks
      ? ` ${plain(ranks / shards)} groups of ${plain(shards)} ranks each hold a full copy.`
      : "";
  const experts =
    zero > 0 && expertShards !== null && expertShards !== shards
      ? ` The bytes include routed experts, which have ${plain(expertShards)} ${expertShards === 1 ? "shard" : "shards"}.`
      : "";
  return `${kept} A filled bar is what a rank holds; an empty frame is what other ranks hold.${copies}${experts}`;
}
