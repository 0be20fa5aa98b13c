import { withUnit } from "../../units/index.ts";
import type { Figure } from "../document/document.ts";
import { counted, printed, scaled } from "../numbers/number.ts";
import { commonUnit } from "../numbers/unit.ts";
import { axisWords } from "./axis/axisWords.ts";
import { axis, baseLayout, MUTED, paletteColor } from "./theme/theme.ts";

const BINS = 30;
/** Share of the draws beyond each end of the axis, so that a long tail leaves room for the rest. */
const BEYOND = 0.002;

/** An uncertain number to draw: its draws in ascending order, in base units. */
export interface Density {
  /** Expression that gives the number: `base.step_time`. */
  readonly label: string;
  /** The number's name on the axis: `step_time`. */
  readonly axis: string;
  readonly draws: Float64Array;
  /** Dimension key of the number. */
  readonly base: string;
  /** Unit to draw it in; by default the one that suits its median. */
  readonly unit?: string;
}

/** Histogram of an uncertain number's draws, with marks at its median and at the ends of its middle 80%. */
export function densityFigure(
  { label, axis: named, draws, base, unit: asked }: Density,
  options: { title?: string } = {},
): Figure {
  const at = (share: number): number =>
    draws[Math.min(draws.length - 1, Math.floor(share * draws.length))] ?? 0;
  const unit = asked ?? (base === "1" ? "1" : commonUnit(at(0.5), base));
  const inUnit = (value: number): number =>
    Number((unit === "%" ? 100 * value : unit === "1" ? value : scaled(value, base, unit)).toPrecision(7));
  const title = options.title ?? `Distribution of ${axisWords(label)}`;
  const { from, width, counts } = histogram(draws, at(BEYOND), at(1 - BEYOND));
  const tallest = Math.max(...counts);
  const middle = (bin: number): number => from + (bin + 0.5) * width;
  const marks = [
    { label: "10%", at: at(0.1) },
    { label: "median", at: at(0.5) },
    { label: "90%", at: at(0.9) },
  ];
  const shares = counts.map((count) => count / draws.length);
  return {
    kind: "figure",
    title,
    caption: `${counted(draws.length, "draw")} of the uncertain inputs. In 80% of them it is between the outer marks.`,
    data: [
      {
        type: "bar",
        x: counts.map((_, bin) => inUnit(middle(bin))),
        y: shares,
        width: counts.map(() => inUnit(width)),
        marker: { color: paletteColor(0), line: { width: 0 } },
        hovertemplate: `%{x:.4g}${unit === "1" ? "" : ` ${unit}`}: %{y:.1%} of draws<extra></extra>`,
        showlegend: false,
      },
    ],
    layout: {
      ...baseLayout(title, 360),
      bargap: 0,
      xaxis: axis(`${axisWords(named)}${unit === "1" ? "" : ` (${unit})`}`),
      yaxis: axis("share of draws", { tickformat: ".1~%", range: [0, (1.15 * tallest) / draws.length] }),
      shapes: marks.map((mark) => ({
        type: "line",
        xref: "x",
        x0: inUnit(mark.at),
        x1: inUnit(mark.at),
        yref: "paper",
        y0: 0,
        y1: 0.93,
        line: { color: MUTED, width: 1.5, dash: "dot" },
      })),
      annotations: marks.map((mark) => ({
        xref: "x",
        yref: "paper",
        x: inUnit(mark.at),
        y: 0.94,
        yanchor: "bottom",
        showarrow: false,
        text: mark.label,
        font: { size: 12 },
      })),
    },
    text: {
      kind: "bars",
      unit: "%",
      rows: shares.flatMap((share, bin) =>
        share === 0
          ? []
          : [
              {
                label: printed(middle(bin), base, unit === "1" ? undefined : unit),
                value: 100 * share,
                text: withUnit((100 * share).toFixed(1), "%"),
              },
            ],
      ),
    },
  };
}

/** Bins of equal width between two numbers. Draws beyond them count in the first and the last bin. */
function histogram(
  draws: Float64Array,
  from: number,
  to: number,
): { readonly from: number; readonly width: number; readonly counts: readonly number[] } {
  const width = (to - from) / BINS || Math.abs(from) / BINS || 1;
  const counts = new Array<number>(BINS).fill(0);
  for (const draw of draws) {
    const bin = Math.min(BINS - 1, Math.max(0, Math.floor((draw - from) / width)));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return { from, width, counts };
}
