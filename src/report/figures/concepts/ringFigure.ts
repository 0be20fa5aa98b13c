import type { CollectiveEstimate } from "../../../engine/estimate/estimate.ts";
import type { Figure } from "../../document/document.ts";
import { opName } from "../../naming/opName.ts";
import { plain, printed, scaled } from "../../numbers/number.ts";
import { commonUnit } from "../../numbers/unit.ts";
import { DRAWING_WIDTH, type Label } from "../drawing/pixels.ts";
import { linkColor } from "../theme/linkColors.ts";
import { MUTED, paletteColor } from "../theme/theme.ts";
import { type Arrow, type Cell, drawnPlaces, fitting, sketchFigure } from "./sketch.ts";

/** Largest number of ranks that are drawn on the ring. */
const MOST = 8;
const CENTRE = { x: 160, y: 150 };
const RADIUS = { x: 128, y: 122 };
const NODE = { width: 38, height: 24 };
/** Left edge of the table of chunks, px. */
const TABLE = 412;

/** A ring of ranks: the device of each rank, and the devices of one scale-up domain. */
export interface Ring {
  readonly ranks: readonly number[];
  readonly domain: number;
}

/**
 * Picture of a ring collective: ranks on a ring with the links between them, and the chunk that each rank sends in a
 * few of the steps. Bytes are the payload of the estimate's call, which the ring divides into a chunk per rank.
 */
export function ringFigure(
  call: CollectiveEstimate,
  ring: Ring,
  options: { readonly title?: string; readonly unit?: string } = {},
): Figure {
  const n = ring.ranks.length;
  const op = opName(call.op);
  const steps = ringSteps(call.op, n);
  const size = (bytes: number): string => printed(bytes, "B", options.unit);
  const chunk = call.bytes / n;
  const shown = drawnPlaces(n, MOST);
  const leaving = ring.ranks.filter((_, at) => crosses(ring, at)).length;
  const table = chunkTable(call.op, shown, n);
  const sent = size(chunk * steps);
  const unit = options.unit ?? commonUnit(chunk * steps, "B");
  const bars = [
    ["payload of a call", call.bytes],
    ["chunk, sent in each step", chunk],
    [`sent over each link in ${plain(steps)} ${steps === 1 ? "step" : "steps"}`, chunk * steps],
  ] as const;
  return sketchFigure(
    {
      cells: [...nodes(ring, shown), ...table.cells],
      arrows: hops(ring, shown),
      labels: [...middle(op, n, size(chunk)), ...legend(leaving, n), ...table.labels],
    },
    {
      title: options.title ?? `Ring ${op} of ${call.what} over ${plain(n)} ranks: ${sent} over each link`,
      caption: captionOf(call, n, leaving, ring.domain),
      height: 330,
      text: {
        kind: "bars",
        unit,
        rows: bars.map(([label, bytes]) => ({ label, value: scaled(bytes, "B", unit), text: size(bytes) })),
      },
    },
  );
}

/** Steps of a ring collective of `n` ranks. An all-reduce is a reduce-scatter and an all-gather. */
const ringSteps = (op: CollectiveEstimate["op"], n: number): number =>
  op === "all_reduce" ? 2 * (n - 1) : n - 1;

/** True where the hop from a rank to the next leaves a scale-up domain. */
const crosses = ({ ranks, domain }: Ring, at: number): boolean =>
  Math.floor((ranks[at] ?? 0) / domain) !== Math.floor((ranks[(at + 1) % ranks.length] ?? 0) / domain);

function onRing(slot: number, slots: number): { readonly x: number; readonly y: number } {
  const angle = (2 * Math.PI * slot) / slots - Math.PI / 2;
  return { x: CENTRE.x + RADIUS.x * Math.cos(angle), y: CENTRE.y + RADIUS.y * Math.sin(angle) };
}

function nodes({ ranks }: Ring, shown: readonly (number | null)[]): readonly Cell[] {
  return shown.map((at, slot): Cell => {
    const { x, y } = onRing(slot, shown.length);
    const place = { x: x - NODE.width / 2, y: y - NODE.height / 2, ...NODE };
    return at === null
      ? { ...place, text: "…" }
      : {
          ...place,
          color: paletteColor(0),
          text: plain(at),
          hover: `rank ${at} of the ring: device ${ranks[at]}`,
        };
  });
}

/** Arrows between neighbours. Links beside the gap stand for the hops that are not drawn. */
function hops(ring: Ring, shown: readonly (number | null)[]): readonly Arrow[] {
  return shown.map((at, slot): Arrow => {
    const next = (slot + 1) % shown.length;
    const [from, to] = [onRing(slot, shown.length), onRing(next, shown.length)];
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const length = Math.hypot(dx, dy);
    const gap = clearance(dx / length, dy / length);
    // Two ranks send to each other, so their two arrows lie beside each other.
    const aside = shown.length === 2 ? 7 : 0;
    const shift = { x: (-dy / length) * aside, y: (dx / length) * aside };
    const ends = {
      from: { x: from.x + (dx / length) * gap + shift.x, y: from.y + (dy / length) * gap + shift.y },
      to: { x: to.x - (dx / length) * gap + shift.x, y: to.y - (dy / length) * gap + shift.y },
    };
    const drawn = at !== null && shown[next] !== null;
    return drawn
      ? { ...ends, color: linkColor(crosses(ring, at) ? "scale_out" : "scale_up"), width: 2 }
      : { ...ends, color: MUTED, dashed: true };
  });
}

/** Distance from a rank's centre to its edge in a direction, and a little more. */
const clearance = (dx: number, dy: number): number =>
  Math.min(NODE.width / 2 / Math.abs(dx || 1e-9), NODE.height / 2 / Math.abs(dy || 1e-9)) + 3;

const middle = (op: string, n: number, chunk: string): readonly Label[] =>
  n === 2
    ? [{ x: CENTRE.x + 20, y: CENTRE.y, text: fitting(150, `chunk of ${chunk}`, chunk) }]
    : [
        { ...CENTRE, y: CENTRE.y - 18, text: op, anchor: "center", bold: true },
        { ...CENTRE, text: `${plain(n)} ranks, ${plain(n)} chunks`, anchor: "center" },
        { ...CENTRE, y: CENTRE.y + 18, text: `${chunk} a chunk`, anchor: "center", muted: true },
      ];

function legend(leaving: number, n: number): readonly Label[] {
  const text =
    leaving === 0
      ? `All ${plain(n)} hops stay in a scale-up domain (blue).`
      : leaving === n
        ? `All ${plain(n)} hops cross the network (red).`
        : `${plain(n - leaving)} hops in a scale-up domain (blue), ${plain(leaving)} over the network (red).`;
  return [{ x: 0, y: 314, text: fitting(DRAWING_WIDTH, text), muted: true }];
}

interface Step {
  readonly number: number;
  /** Chunk that a rank sends in the step. */
  readonly chunk: (rank: number) => number;
}

/** The steps that the table shows: the first ones and the last of each phase. */
function shownSteps(op: CollectiveEstimate["op"], n: number): readonly Step[] {
  const some = (first: number): readonly number[] =>
    [...new Set([...Array.from({ length: first }, (_, at) => at), n - 2])].filter((at) => at <= n - 2);
  const wrap = (value: number): number => ((value % n) + n) % n;
  const phase = (offset: number, before: number, first: number): readonly Step[] =>
    some(first).map((at) => ({ number: before + at + 1, chunk: (rank) => wrap(rank + offset - at) }));
  return op === "all_reduce" ? [...phase(0, 0, 2), ...phase(1, n - 1, 1)] : phase(0, 0, 3);
}

/** Table of the chunk that each drawn rank sends, by step. Chunk 0 is coloured, so that its way can be followed. */
function chunkTable(
  op: CollectiveEstimate["op"],
  shown: readonly (number | null)[],
  n: number,
): { readonly cells: readonly Cell[]; readonly labels: readonly Label[] } {
  const steps = shownSteps(op, n);
  const width = Math.min(56, (DRAWING_WIDTH - TABLE) / steps.length);
  const labels: Label[] = [
    { x: TABLE - 92, y: 8, text: "Chunk that a rank sends, by step", bold: true },
    ...steps.map(({ number }, at) => ({
      ...{ x: TABLE + (at + 0.5) * width, y: 30, anchor: "center" as const },
      text: fitting(width, `step ${plain(number)}`, plain(number)),
    })),
  ];
  const cells: Cell[] = [];
  for (const [row, rank] of shown.entries()) {
    const y = 44 + row * 31;
    labels.push({
      ...{ x: TABLE - 10, y: y + 12, anchor: "right" },
      text:
        rank === null
          ? "…"
          : fitting(104, `rank ${plain(rank)} → ${plain((rank + 1) % n)}`, `rank ${plain(rank)}`),
    });
    if (rank === null) continue;
    for (const [at, step] of steps.entries()) {
      const chunk = step.chunk(rank);
      cells.push({
        ...{ x: TABLE + at * width + 2, y, width: width - 4, height: 24 },
        text: fitting(width - 4, plain(chunk)),
        hover: `step ${step.number}: rank ${rank} sends chunk ${chunk}`,
        ...(chunk === 0 ? { color: paletteColor(1) } : {}),
      });
    }
  }
  return { cells, labels };
}

function captionOf(call: CollectiveEstimate, n: number, leaving: number, domain: number): string {
  const phases =
    call.op === "all_reduce"
      ? `After ${plain(n - 1)} ${n === 2 ? "step" : "steps"} each rank has the sum of one chunk; as many more steps give it the others.`
      : call.op === "reduce_scatter"
        ? "Each rank adds its own values to the chunk that arrives and sends it on; at the end it has the sum of one chunk."
        : "Each rank sends on the chunk that arrives; at the end it has all chunks.";
  const domains =
    leaving === 0
      ? ""
      : ` The slowest link, out of a domain of ${plain(domain)} ${domain === 1 ? "device" : "devices"}, paces the ring.`;
  const chosen = call.algorithm.startsWith("ring")
    ? ""
    : ` The estimate of this plan uses another algorithm (${call.algorithm}), which is faster here.`;
  return `${phases} A step makes ${plain(call.count)} such ${call.count === 1 ? "call" : "calls"}. Chunk 0 is coloured.${domains}${chosen}`;
}
