import type { Timeline } from "../../../engine/trainingStep/step/timeline.ts";
import { boundaries } from "../../groups/timelineRanks.ts";
import { advanceWidth } from "../../lettering/advances.ts";
import { axis, MUTED, plotlyText } from "../theme/theme.ts";
import type { Span } from "./timelineBars.ts";

/** Gap between the drawn beginning and the drawn end of a long step, as a share of the plot's width. */
export const BREAK = 0.04;

/** Time axes below the memory curves: one, or one for each end of a step whose middle is left out. */
export function timelineAxes(
  spans: readonly Span[],
  unit: string,
  inUnit: (time: number) => number,
): Readonly<Record<string, unknown>> {
  const range = ({ start, end }: Span) => [inUnit(start), inUnit(end)];
  const [first, last] = spans;
  if (!first || !last)
    return {
      xaxis: axis(`time in the step (${unit})`, { anchor: "y2", ...(first ? { range: range(first) } : {}) }),
    };
  const middle = 0.5 - BREAK / 2;
  return {
    xaxis: axis(`beginning of the step (${unit})`, {
      range: range(first),
      domain: [0, middle],
      anchor: "y2",
      nticks: 6,
    }),
    xaxis2: axis(`end of the step (${unit})`, {
      range: range(last),
      domain: [1 - middle, 1],
      anchor: "y2",
      nticks: 6,
    }),
  };
}

/**
 * Vertical lines where the pipeline's warm-up ends and its cool-down begins, with the phases' names above
 * where there is room.
 */
export function phaseMarks(
  timeline: Timeline,
  spans: readonly Span[],
  pixel: number,
  inUnit: (time: number) => number,
): Readonly<Record<string, unknown>> {
  if (timeline.stages.length === 1) return {};
  const { warm, cool } = boundaries(timeline);
  const phases =
    cool <= warm * (1 + 1e-9)
      ? [
          { name: "forward", start: 0, end: warm },
          { name: "backward", start: warm, end: timeline.seconds },
        ]
      : [
          { name: "warm-up", start: 0, end: warm },
          { name: "steady", start: warm, end: cool },
          { name: "cool-down", start: cool, end: timeline.seconds },
        ];
  const drawn = spans.flatMap((span, at) =>
    phases.flatMap((phase) => {
      const start = Math.max(span.start, phase.start);
      const end = Math.min(span.end, phase.end);
      return end > start
        ? [{ name: phase.name, start, end, xref: at === 0 ? "x" : "x2", from: span.start }]
        : [];
    }),
  );
  return {
    shapes: drawn
      .filter((phase) => phase.start > phase.from)
      .map(({ start, xref }) => ({
        type: "line",
        xref,
        x0: inUnit(start),
        x1: inUnit(start),
        yref: "paper",
        y0: 0,
        y1: 1,
        line: { color: MUTED, width: 1, dash: "dot" },
      })),
    annotations: drawn
      .filter(({ name, start, end }) => (end - start) / pixel > advanceWidth(name, 12, false) + 4)
      .map(({ name, start, end, xref }) => ({
        xref,
        x: inUnit((start + end) / 2),
        yref: "paper",
        y: 1,
        yanchor: "bottom",
        showarrow: false,
        text: plotlyText(name),
        font: { size: 12, color: MUTED },
      })),
  };
}

export function everyNth(ranks: number, height: number): readonly number[] {
  const step = [1, 2, 4, 8, 16, 32, 64, 128].find((n) => n * height >= 18) ?? 256;
  return Array.from({ length: Math.ceil(ranks / step) }, (_, at) => at * step);
}
