import type { Timeline } from "../../../engine/trainingStep/step/timeline.ts";
import type { Figure } from "../../document/document.ts";
import { scaled } from "../../numbers/number.ts";
import { barsOf, type Span } from "./timelineBars.ts";
import { toneNames } from "./timelineWords.ts";

/** Limit on the rows (ranks) of the timeline in characters. */
const MOST_TEXT_ROWS = 32;
/**
 * Width of a narrow terminal in columns. The timeline's waits are shown only where they are visible at this
 * width.
 */
const TEXT_COLUMNS = 80;

/** Timeline of a pipeline in characters, for a terminal. With many ranks, only every n-th is shown. */
export function timelineText(
  timeline: Timeline,
  recompute: number,
  spans: readonly Span[],
  unit: string,
): Figure["text"] {
  const ranks = timeline.stages.length;
  const shown = spans.reduce((sum, span) => sum + span.end - span.start, 0);
  const { bars, each } = barsOf(timeline, spans, recompute, shown / TEXT_COLUMNS);
  const names = toneNames(timeline, each);
  const step = Math.ceil(ranks / MOST_TEXT_ROWS);
  const inUnit = (time: number): number => scaled(time, "s", unit);
  return {
    kind: "gantt",
    unit,
    spans: spans.map(({ start, end }) => ({ start: inUnit(start), end: inUnit(end) })),
    rows: Array.from({ length: Math.ceil(ranks / step) }, (_, at) => ({
      label: `rank ${at * step}`,
      cells: bars
        .filter((bar) => bar.rank === at * step)
        .map((bar) => ({
          start: inUnit(bar.start),
          end: inUnit(bar.end),
          label: bar.tone === "recompute" || !bar.pass ? "" : `${bar.pass.microBatch}`,
          tone: names[bar.tone],
        })),
    })),
  };
}
