import type { Figure } from "../document/document.ts";
import { advanceWidth } from "../lettering/advances.ts";
import { counted, percent } from "../numbers/number.ts";
import { axisWords } from "./axis/axisWords.ts";
import {
  axis,
  BESIDE,
  baseLayout,
  INK,
  LEAST_WIDTH,
  LEGEND_BELOW,
  paletteColor,
  plotlyText,
  WIDER,
} from "./theme/theme.ts";

/**
 * Effect on an output of halving and of doubling an input, as relative changes (0.02 is 2%). null where the
 * input cannot take that value.
 */
export interface Swing {
  readonly label: string;
  readonly halved: number | null;
  readonly doubled: number | null;
}

/** Limit on the inputs of the chart. Further bars would be too short to see; the table lists all inputs. */
const MOST = 16;
/** Smallest relative change that is drawn: half of the smallest printed one, 0.1%. */
const LEAST = 5e-4;

/**
 * Tornado chart: for each input a bar for half and one for twice its value, with the input of the widest bars
 * on top.
 */
export function tornadoFigure(
  swings: readonly Swing[],
  { what, title }: { readonly what: string; readonly title?: string },
): Figure {
  const widthOf = ({ halved, doubled }: Swing): number =>
    Math.max(Math.abs(halved ?? 0), Math.abs(doubled ?? 0));
  const shown = [...swings]
    .filter((one) => widthOf(one) >= LEAST)
    .sort((a, b) => widthOf(b) - widthOf(a))
    .slice(0, MOST);
  const output = axisWords(what);
  const heading = title ?? `${capital(output)}: effect of halving and doubling each input`;
  const words = shown.map(({ label }) => axisWords(label));
  const labels = words.map(plotlyText);
  const side = (name: string, { of, other, short }: Side, color: string) => ({
    type: "bar",
    orientation: "h",
    name,
    y: labels,
    x: shown.map((one) => inPercent(of(one))),
    marker: { color, line: { width: 0 } },
    text: shown.map((one) => endText(of(one), other(one), short)),
    textposition: "outside",
    cliponaxis: false,
    textfont: { size: 11, color: INK },
    hovertext: shown.map((one) => signed(of(one))),
    hovertemplate: `%{y}, ${name}: %{hovertext}<extra></extra>`,
  });
  const sides = [side("halved", HALVED, paletteColor(1)), side("doubled", DOUBLED, paletteColor(0))];
  const ends = sides.flatMap(({ x, text }) =>
    x.map((value, at) => ({ end: value ?? 0, textWidth: advanceWidth(text[at] ?? "", 11, false) })),
  );
  const dropped = swings.filter((one) => widthOf(one) > 0).length - shown.length;
  return {
    kind: "figure",
    title: heading,
    data: sides,
    layout: {
      ...baseLayout(heading, 150 + 30 * shown.length),
      barmode: "overlay",
      bargap: 0.35,
      margin: { l: 64, r: 24, t: 52, b: 92 },
      legend: LEGEND_BELOW,
      showlegend: true,
      xaxis: axis(`change of ${plotlyText(output)} (%)`, {
        range: rangeFor(ends, labels),
        zeroline: true,
        zerolinecolor: INK,
      }),
      yaxis: axis("", { type: "category", autorange: "reversed", showgrid: false, ticks: "" }),
    },
    ...(dropped > 0
      ? { caption: `${counted(dropped, "input")} with smaller effects are in the table only.` }
      : {}),
    text: {
      kind: "bars",
      unit: "%",
      rows: shown.map((one, at) => ({
        label: words[at] ?? one.label,
        value: 100 * widthOf(one),
        text: `${signed(one.halved) || "0%"} halved, ${signed(one.doubled) || "0%"} doubled`,
      })),
    },
  };
}

interface End {
  readonly end: number;
  /** Width of the label beside the bar, px. */
  readonly textWidth: number;
}

/** Range of the value axis, such that labels at the bars' ends stay inside the narrowest drawn figure. */
function rangeFor(ends: readonly End[], labels: readonly string[]): readonly [number, number] {
  const names = Math.max(0, ...labels.map((label) => advanceWidth(label, 12, false)));
  const plot = Math.max(200, LEAST_WIDTH - 24 - WIDER * names - 12);
  const far = (sign: 1 | -1, perPixel: number): number =>
    Math.max(
      0,
      ...ends
        .filter(({ end }) => sign * end > 0)
        .map(({ end, textWidth }) => sign * end + perPixel * (WIDER * textWidth + 2 * BESIDE)),
    );
  let [least, most] = [far(-1, 0), far(1, 0)];
  const edge = (least + most) / 20;
  // Each label lengthens the axis, which makes every pixel wider. The loop converges while labels take less
  // than the plot.
  for (let round = 0; round < 30; round++) {
    const perPixel = Math.min(least + most, 3 * (far(-1, 0) + far(1, 0))) / plot;
    [least, most] = [far(-1, perPixel), far(1, perPixel)];
  }
  return [-(least || edge), most || edge];
}

/**
 * Side of an input's pair of bars (halved or doubled), with its value, the other bar's value, and the word
 * for the other.
 */
interface Side {
  of(swing: Swing): number | null;
  other(swing: Swing): number | null;
  readonly short: string;
}
const HALVED: Side = { of: ({ halved }) => halved, other: ({ doubled }) => doubled, short: "twice" };
const DOUBLED: Side = { of: ({ doubled }) => doubled, other: ({ halved }) => halved, short: "half" };

/**
 * Label at the end of a bar. Where the bars for half and twice an input point in one direction, the longer
 * one carries both values and the shorter one none.
 */
function endText(own: number | null, other: number | null, short: string): string {
  if (own === null || other === null || own * other <= 0) return signed(own);
  if (Math.abs(own) < Math.abs(other)) return "";
  return `${signed(own)} (${short} ${signed(other)})`;
}

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

const inPercent = (value: number | null): number | null =>
  value === null ? null : Number((100 * value).toPrecision(6));

const signed = (value: number | null): string =>
  value === null
    ? "–"
    : Math.abs(value) < LEAST / 5
      ? ""
      : `${value > 0 ? "+" : "−"}${percent(Math.abs(value))}`;
