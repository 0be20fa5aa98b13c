import type { Estimate } from "../../../engine/estimate/estimate.ts";
import type { Timeline } from "../../../engine/trainingStep/step/timeline.ts";
import { scaled } from "../../numbers/number.ts";
import { commonUnit } from "../../numbers/unit.ts";
import { INK, MUTED, meaningColor } from "../theme/theme.ts";
import type { Span } from "./timelineBars.ts";

/** Memory that a device holds from `time` (seconds) until the next level, in bytes. */
interface Level {
  readonly time: number;
  readonly bytes: number;
}

export interface MemoryCurves {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly title: string;
  readonly axis: Readonly<Record<string, unknown>>;
}

/**
 * Colours of the memory curves by rank. The first and the last rank keep their colour, even where one of them
 * is the fullest.
 */
const COLORS = { first: meaningColor("activations") ?? INK, last: INK, between: MUTED };

/**
 * Memory of a device over time, for the first, the last and the fullest rank. It sums constant parts and the
 * activations of passes between forward and backward. Parts that exist only at the peak (logits, a layer's
 * backward) count all the time. Changes within a pixel are merged at their highest.
 */
export function memoryCurves(
  timeline: Timeline,
  { memory }: Estimate,
  spans: readonly Span[],
  pixel: number,
  inUnit: (time: number) => number,
): MemoryCurves {
  const last = timeline.stages.length - 1;
  const chosen = [...new Set([0, last, Math.min(memory.peakStage, last)])];
  const colorOf = (rank: number) =>
    rank === 0 ? COLORS.first : rank === last ? COLORS.last : COLORS.between;
  const levels = chosen.map((rank) => levelsOf(timeline, memory, rank));
  const most = Math.max(0, ...levels.flat().map(({ bytes }) => bytes));
  const unit = commonUnit(most, "B");
  const height = (bytes: number): number => Number(scaled(bytes, "B", unit).toPrecision(5));
  const data = chosen.flatMap((rank, i) =>
    spans.map((span, at) => {
      const points = within(levels[i] ?? [], span, pixel);
      return {
        type: "scatter",
        mode: "lines",
        name: `memory of rank ${rank}`,
        legendgroup: `memory ${rank}`,
        showlegend: at === 0,
        ...(at === 0 ? {} : { xaxis: "x2" }),
        yaxis: "y2",
        x: points.map(({ time }) => inUnit(time)),
        y: points.map(({ bytes }) => height(bytes)),
        line: { shape: "hv", width: 1.5, color: colorOf(rank) },
        hovertemplate: `rank ${rank}: %{y:.4g} ${unit}<extra></extra>`,
      };
    }),
  );
  return { data, title: `memory (${unit})`, axis: { range: [0, 1.08 * height(most)] } };
}

/**
 * Memory levels of a rank's device over time. They reach the estimate's peak where the most activations are
 * held.
 */
function levelsOf({ held }: Timeline, memory: Estimate["memory"], rank: number): readonly Level[] {
  const stage = memory.stages[rank];
  const changes = held[rank] ?? [];
  const activations = stage?.parts.find(({ name }) => name === "memory.activations")?.value ?? 0;
  const most = Math.max(0, ...changes.map((one) => one.held));
  const rest = (stage?.value ?? 0) - activations;
  const each = most === 0 ? 0 : activations / most;
  return [
    { time: 0, bytes: rest },
    ...changes.map(({ time, held }) => ({ time, bytes: rest + Math.max(0, held) * each })),
  ];
}

/** Memory levels within a time span, one per change. Changes within one pixel are merged into the highest. */
function within(levels: readonly Level[], { start, end }: Span, pixel: number): readonly Level[] {
  const found: { time: number; bytes: number }[] = [];
  let before = 0;
  for (const { time, bytes } of levels) {
    if (time > end) break;
    if (time <= start) {
      before = bytes;
      continue;
    }
    if (found.length === 0) found.push({ time: start, bytes: before });
    const last = found.at(-1);
    if (last && time - last.time < pixel && found.length > 1) last.bytes = Math.max(last.bytes, bytes);
    else found.push({ time, bytes });
    before = bytes;
  }
  if (found.length === 0) found.push({ time: start, bytes: before });
  found.push({ time: end, bytes: before });
  return found;
}
