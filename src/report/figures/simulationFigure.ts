import type { Simulation } from "../../engine/estimate/simulation.ts";
import { withUnit } from "../../units/index.ts";
import type { Figure } from "../document/document.ts";
import { plain, printed, scaled } from "../numbers/number.ts";
import { commonUnit } from "../numbers/unit.ts";
import { axis, baseLayout, MUTED, paletteColor } from "./theme/theme.ts";

const BINS = 40;

/**
 * Histogram of the durations of simulated runs, with marks at percentiles and at the closed form of the mean.
 */
export function simulationFigure(simulation: Simulation, options: { title?: string } = {}): Figure {
  const { runs, seed, times, expected } = simulation;
  const title = options.title ?? `When the run ends: ${plain(runs)} simulated runs`;
  const unit = commonUnit(times.at(-1) ?? 1, "s");
  const inUnit = (seconds: number): number => Number(scaled(seconds, "s", unit).toPrecision(7));
  const { from, width, counts } = histogram(times);
  const tallest = Math.max(...counts);
  const marks = [
    { label: "5%", at: simulation.percentile(0.05), dash: "dot" },
    { label: "half of the runs", at: simulation.percentile(0.5), dash: "dot" },
    { label: "95% of the runs", at: simulation.percentile(0.95), dash: "dot" },
  ];
  return {
    kind: "figure",
    title,
    caption: `Random seed ${plain(seed)}. The dashed line is the mean by the closed-form formula, ${printed(expected, "s")}.`,
    data: [
      {
        type: "bar",
        x: counts.map((_, bin) => inUnit(from + (bin + 0.5) * width)),
        y: counts.map((count) => count / runs),
        width: counts.map(() => inUnit(width)),
        marker: { color: paletteColor(0), line: { width: 0 } },
        hovertemplate: `%{x:.4g} ${unit}: %{y:.1%} of runs<extra></extra>`,
        showlegend: false,
      },
    ],
    layout: {
      ...baseLayout(title, 360),
      bargap: 0,
      xaxis: axis(`wall-clock time (${unit})`),
      yaxis: axis("share of runs", { tickformat: ".0%", range: [0, (1.15 * tallest) / runs] }),
      shapes: [...marks, { label: "", at: expected, dash: "dash" }].map(({ at, dash }) => ({
        type: "line",
        xref: "x",
        x0: inUnit(at),
        x1: inUnit(at),
        yref: "paper",
        y0: 0,
        y1: 0.93,
        line: { color: MUTED, width: 1.5, dash },
      })),
      annotations: marks.map(({ label, at }) => ({
        xref: "x",
        yref: "paper",
        x: inUnit(at),
        y: 0.94,
        yanchor: "bottom",
        showarrow: false,
        text: label,
        font: { size: 12 },
      })),
    },
    text: {
      kind: "bars",
      unit: "%",
      rows: counts.flatMap((count, bin) =>
        count === 0
          ? []
          : [
              {
                label: printed(from + (bin + 0.5) * width, "s", unit),
                value: (100 * count) / runs,
                text: withUnit(((100 * count) / runs).toFixed(1), "%"),
              },
            ],
      ),
    },
  };
}

/** Bins of a histogram, of equal width between the shortest and the longest time. */
function histogram(times: Float64Array): {
  readonly from: number;
  readonly width: number;
  readonly counts: readonly number[];
} {
  const from = times[0] ?? 0;
  const width = ((times.at(-1) ?? from) - from) / BINS || 1;
  const counts = new Array<number>(BINS).fill(0);
  for (const time of times) {
    const bin = Math.min(BINS - 1, Math.floor((time - from) / width));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return { from, width, counts };
}
