import type { Estimate } from "../../../engine/estimate/estimate.ts";
import type { Scenario } from "../../../engine/scenario/scenario.ts";
import type { ContextPart } from "../../../engine/trainingStep/parallel/contextParts.ts";
import type { Figure } from "../../document/document.ts";
import { opName } from "../../naming/opName.ts";
import { percent, plain, printed } from "../../numbers/number.ts";
import { DRAWING_WIDTH, type Label } from "../drawing/pixels.ts";
import { meaningColor, paletteColor } from "../theme/theme.ts";
import { type Cell, drawnPlaces, fitting, sketchFigure } from "./sketch.ts";

/** Largest number of parts that are drawn. */
const MOST = 8;
const ROW = 30;
const TOP = 34;
const SEQUENCE = { x: 96, width: 330 };
const WORK = { x: 456, width: 130 };

/**
 * Picture of a sequence that context parallelism shards: the pieces of each rank, and each rank's share of attention's
 * work under a causal mask.
 */
export function sequenceFigure(
  { plan }: Scenario,
  { comm }: Estimate,
  { count, parts }: { readonly count: number; readonly parts: readonly ContextPart[] },
  options: { readonly title?: string; readonly unit?: string } = {},
): Figure {
  const shown = drawnPlaces(parts.length, MOST);
  const most = Math.max(...parts.map(({ work }) => work));
  const cells: Cell[] = [];
  const labels: Label[] = [
    { x: SEQUENCE.x, y: 10, text: `Sequence of ${plain(plan.seqLen)} tokens`, bold: true },
    { x: WORK.x, y: 10, text: "Share of the causal work", bold: true },
  ];
  for (const [row, at] of shown.entries()) {
    const y = TOP + row * ROW;
    const part = at === null ? undefined : parts[at];
    if (!part) {
      labels.push({ x: SEQUENCE.x - 10, y: y + 10, text: "…", anchor: "right" });
      continue;
    }
    labels.push(
      { x: SEQUENCE.x - 10, y: y + 10, text: nameOf(part), anchor: "right" },
      {
        ...{ x: WORK.x + WORK.width + 8, y: y + 10 },
        text: fitting(DRAWING_WIDTH - WORK.x - WORK.width, percent(part.work)),
      },
    );
    cells.push(
      { x: SEQUENCE.x, y, width: SEQUENCE.width, height: 20 },
      ...part.pieces.map((piece) => pieceCell(piece, count, y, plan.seqLen)),
      {
        ...{ x: WORK.x, y, width: (WORK.width * part.work) / most, height: 20, color: paletteColor(0) },
        hover: `${nameOf(part)}: ${percent(part.work)} of the scores below the causal mask`,
      },
    );
  }
  return sketchFigure(
    { cells, arrows: [], labels },
    {
      title:
        options.title ??
        `Context parallelism over ${plain(plan.cp)} ranks: ${plain(plan.seqLen / plan.cp)} tokens of each sequence per rank`,
      caption: captionOf(plan, parts, comm, options.unit),
      height: TOP + shown.length * ROW + 4,
      text: {
        kind: "bars",
        unit: "%",
        rows: shown.flatMap((at) => {
          const part = at === null ? undefined : parts[at];
          return part
            ? [
                {
                  label: `${nameOf(part)}, ${part.pieces.length === 1 ? "piece" : "pieces"} ${part.pieces.map(plain).join(" and ")} of ${plain(count)}`,
                  value: 100 * part.work,
                  text: `${percent(part.work)} of the causal work`,
                },
              ]
            : [];
        }),
      },
    },
  );
}

const nameOf = ({ first, ranks }: ContextPart): string =>
  ranks === 1 ? `rank ${plain(first)}` : `ranks ${plain(first)}–${plain(first + ranks - 1)}`;

/** Piece of the sequence, at least 4 px wide and inside the sequence's frame. */
function pieceCell(piece: number, count: number, y: number, tokens: number): Cell {
  const width = Math.max(SEQUENCE.width / count, 4);
  const from = count === 1 ? 0 : (piece / (count - 1)) * (SEQUENCE.width - width);
  const [start, end] = [(piece * tokens) / count, ((piece + 1) * tokens) / count - 1];
  return {
    ...{ x: SEQUENCE.x + from, y, width, height: 20, color: meaningColor("activations") ?? "" },
    text: fitting(width, plain(piece)),
    hover: `piece ${piece}: tokens ${plain(Math.ceil(start))} to ${plain(Math.ceil(end))}`,
  };
}

function captionOf(
  { cp }: Scenario["plan"],
  parts: readonly ContextPart[],
  comm: Estimate["comm"],
  unit: string | undefined,
): string {
  const [first] = parts;
  const order =
    parts.length === 1
      ? "All ranks share the heads of the whole sequence (Ulysses), so they have equal work."
      : first?.pieces.length === 2
        ? "Zigzag: a rank has a piece from the front and its mirror image from the back, so all have equal work."
        : `Contiguous: under a causal mask the last rank computes ${percent(Math.max(...parts.map(({ work }) => work)))} of the scores, and all wait for it.`;
  const together =
    parts.length > 1 && first && first.ranks > 1
      ? ` Of the ${plain(cp)} ranks, ${plain(first.ranks)} neighbours share the heads of one part.`
      : "";
  const sent = comm.find(({ dimension }) => dimension === "cp");
  const bytes = sent ? ` ${opName(sent.op)} of ${sent.what}: ${printed(sent.bytes, "B", unit)} a call.` : "";
  return `${order}${together} Work is that of full causal attention over the whole sequence.${bytes}`;
}
