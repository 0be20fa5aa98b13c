import type { QueueEstimate } from "../../engine/queue/queueEstimate.ts";
import type { QueueRun, Span } from "../../engine/queue/simulateQueue.ts";
import type { Workload } from "../../engine/queue/workload.ts";
import type { Figure } from "../document/document.ts";
import { advanceWidth } from "../lettering/advances.ts";
import { percent, printed, scaled } from "../numbers/number.ts";
import { commonUnit } from "../numbers/unit.ts";
import { wholeTicks } from "./axis/wholeTicks.ts";
import {
  axis,
  baseLayout,
  FIGURE_WIDTH,
  INK,
  LEGEND_BELOW,
  PALETTE,
  PAPER,
  paletteColor,
  SEAM,
  tint,
} from "./theme/theme.ts";

const MARGIN = { l: 60, r: 20 };
const LABEL_SIZE = 11;
/** Limit on the rows (nodes) of the chart in characters. */
const MOST_TEXT_ROWS = 32;

/** Rectangle of the chart: adjacent nodes that a job occupies for a time span. */
interface Block {
  readonly span: Span;
  readonly first: number;
  readonly count: number;
}

/**
 * Gantt chart of jobs on nodes: one block per job, coloured by team or stream. Work that a preemption undoes
 * is pale.
 */
export function queueFigure(
  workload: Workload,
  run: QueueRun,
  estimate: QueueEstimate,
  options: { readonly title?: string; readonly unit?: string } = {},
): Figure {
  const start = Math.min(...workload.jobs.map((job) => job.submitSeconds));
  const unit = options.unit ?? commonUnit(estimate.makespan, "s");
  const inUnit = (time: number): number => Number(scaled(time, "s", unit).toPrecision(7));
  const groups = groupsOf(workload);
  const blocks = run.spans.flatMap(blocksOf);
  const pixel = estimate.makespan / (FIGURE_WIDTH - MARGIN.l - MARGIN.r);
  const height = Math.max(4, Math.min(26, Math.round(420 / workload.nodes)));
  const title =
    options.title ??
    `${workload.name}: ${percent(estimate.utilisation)} utilised, mean wait ${printed(estimate.wait, "s")}`;
  const labelled = ({ span, count }: Block): boolean =>
    count * height >= 14 &&
    (span.until - span.from) / pixel >= advanceWidth(span.job.name, LABEL_SIZE, false) + 6;
  const bars = groups.map(({ name, color }) => {
    const own = blocks.filter(({ span }) => groupOf(workload, span) === name);
    return {
      ...bar(own, ({ span }) => [span.from, span.until - span.lost], inUnit),
      name,
      legendgroup: name,
      showlegend: own.length > 0 && groups.length > 1,
      marker: { color, line: { width: 1, color: SEAM } },
      text: own.map((one) => (labelled(one) ? one.span.job.name : "")),
      textposition: "inside",
      insidetextanchor: "middle",
      constraintext: "none",
      textangle: 0,
      insidetextfont: { size: LABEL_SIZE, color: PAPER },
    };
  });
  const undone = blocks.filter(({ span }) => span.lost > 0);
  const lost = {
    ...bar(undone, ({ span }) => [span.until - span.lost, span.until], inUnit),
    name: workload.failures ? "lost to a preemption or a failure" : "lost to a preemption",
    showlegend: undone.length > 0,
    marker: {
      color: undone.map(({ span }) =>
        tint(groups.find(({ name }) => name === groupOf(workload, span))?.color ?? INK, 0.35),
      ),
      line: { width: 1, color: SEAM },
    },
  };
  const below = groups.length > 1 || undone.length > 0;
  const plot = workload.nodes * height;
  const bottom = below ? 96 : 56;
  const margin = { ...MARGIN, t: (baseLayout(title, 0).margin as { t: number }).t + 16, b: bottom };
  return {
    kind: "figure",
    title,
    data: [...bars, lost],
    layout: {
      ...baseLayout(title, margin.t + plot + bottom),
      margin,
      barmode: "overlay",
      xaxis: axis(`time (${unit})`, {
        range: [inUnit(start), inUnit(start + estimate.makespan)],
        zeroline: false,
      }),
      yaxis: axis("node", {
        range: [workload.nodes - 0.5, -0.5],
        showgrid: false,
        ticks: "",
        nticks: 10,
        ...wholeTicks([0, workload.nodes - 1]),
      }),
      legend: LEGEND_BELOW,
    },
    text: {
      kind: "gantt",
      unit,
      spans: [{ start: inUnit(start), end: inUnit(start + estimate.makespan) }],
      rows: textRows(workload, blocks, inUnit),
    },
  };
}

function bar(
  own: readonly Block[],
  ends: (block: Block) => readonly [number, number],
  inUnit: (time: number) => number,
): Readonly<Record<string, unknown>> {
  return {
    type: "bar",
    orientation: "h",
    x: own.map((one) => inUnit(ends(one)[1] - ends(one)[0])),
    base: own.map((one) => inUnit(ends(one)[0])),
    y: own.map(({ first, count }) => first + (count - 1) / 2),
    width: own.map(({ count }) => count),
    customdata: own.map(
      ({ span, count }) => `${span.job.name} on ${count} of its ${span.nodes.length} nodes`,
    ),
    hovertemplate: "%{customdata}<extra></extra>",
  };
}

/** Nodes of a job, grouped into runs of adjacent nodes. */
function blocksOf(span: Span): readonly Block[] {
  const nodes = [...span.nodes].sort((a, b) => a - b);
  const blocks: { span: Span; first: number; count: number }[] = [];
  for (const node of nodes) {
    const last = blocks.at(-1);
    if (last && last.first + last.count === node) last.count++;
    else blocks.push({ span, first: node, count: 1 });
  }
  return blocks;
}

/** Name that decides a job's colour: the team where there are several teams, otherwise the stream of jobs. */
function groupOf({ teams }: Workload, { job }: Span): string {
  return teams.length > 1 ? job.team : job.name.replace(/ \d+$/, "");
}

function groupsOf(workload: Workload): readonly { readonly name: string; readonly color: string }[] {
  const names = [
    ...new Set(
      workload.teams.length > 1
        ? workload.teams.map(({ name }) => name)
        : workload.jobs.map(({ name }) => name.replace(/ \d+$/, "")),
    ),
  ];
  // With more groups than colours, colours alternate and labels tell the groups apart.
  return names.map((name, at) => ({
    name,
    color: paletteColor(names.length > PALETTE.length ? at % 2 : at),
  }));
}

function textRows(
  workload: Workload,
  blocks: readonly Block[],
  inUnit: (time: number) => number,
): Extract<Figure["text"], { kind: "gantt" }>["rows"] {
  const step = Math.ceil(workload.nodes / MOST_TEXT_ROWS);
  return Array.from({ length: Math.ceil(workload.nodes / step) }, (_, at) => {
    const node = at * step;
    const own = blocks.filter(({ first, count }) => first <= node && node < first + count);
    return {
      label: `node ${node}`,
      cells: own.map(({ span }) => ({
        start: inUnit(span.from),
        end: inUnit(span.until),
        label: "",
        tone: groupOf(workload, span),
      })),
    };
  });
}
