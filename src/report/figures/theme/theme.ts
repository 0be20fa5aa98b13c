import { visible } from "../../escaping/visible.ts";
import { advanceWidth } from "../../lettering/advances.ts";
import { cutToWidth } from "../../lettering/cutToWidth.ts";
import { wrapToWidth } from "../../lettering/wrapToWidth.ts";

/**
 * Palette of every figure. Colours derive from Okabe and Ito's set (Color Universal Design, 2008), which
 * people with common colour blindness can tell apart (measured by test/report/figures/palette.test.ts). Pale
 * grey marks time or memory that does no work (bubble, reserve). A colour that is invisible on dark has a
 * twin in darkColors.ts.
 */
export const PALETTE = [
  "#0072B2", // blue
  "#E69F00", // orange
  "#009E73", // bluish green
  "#CC79A7", // reddish purple
  "#56B4E9", // sky blue
  "#D55E00", // vermillion
  "#6B5B00", // olive: the original yellow, #F0E442, is too pale on white
  "#3B3B3B", // grey
] as const;

export const PAPER = "#FFFFFF";
export const INK = "#24292F";
/**
 * Border between touching marks. Not quite the paper's white: on a dark page it turns dark, while white texts
 * on bars stay white.
 */
export const SEAM = "#FEFEFE";

/** Line style of a limit, such as a device's memory capacity. */
export const LIMIT_LINE = { color: INK, width: 1.5, dash: "dash" } as const;
export const MUTED = "#6B7280";
export const GRID = "#E5E7EB";
/** Colour of idle time and unused memory. */
export const IDLE = "#CDD1D7";
/** Background colour of a label that lies over a chart's marks. */
export const BACKDROP = "rgba(255,255,255,0.85)";

/**
 * Font family of figures. Text is measured with the first font's widths (svg/advances.ts); the others are
 * metric-compatible or the generic fallback.
 */
export const FONT_FAMILY = "Arial, Helvetica, Liberation Sans, sans-serif";

/** Design width of figures, px, as in a notebook's output area and a page's column. */
export const FIGURE_WIDTH = 700;

/**
 * Smallest width at which an interactive figure is drawn, px. In a narrower container the figure is scaled
 * down as a whole, since labels would overlap.
 */
export const LEAST_WIDTH = 0.8 * FIGURE_WIDTH;

const TITLE_SIZE = 16;

/**
 * Colour that a meaning (`activations`, `pp`) has in every figure. null for a name without a fixed colour.
 */
export function meaningColor(name: string): string | null {
  return MEANINGS.get(name) ?? null;
}

const MEANINGS: ReadonlyMap<string, string> = new Map([
  ["weights", "#0072B2"],
  ["gradients", "#56B4E9"],
  ["optimizer", "#009E73"],
  ["activations", "#E69F00"],
  ["logits", "#CC79A7"],
  ["buffers", "#6B5B00"],
  ["reserved", IDLE],
  ["compute", "#0072B2"],
  ["forward", "#0072B2"],
  ["backward", "#009E73"],
  ["recompute", "#56B4E9"],
  ["comm", "#E69F00"],
  ["exposed", "#E69F00"],
  ["communication", "#E69F00"],
  ["tp", "#E69F00"],
  ["cp", "#6B5B00"],
  ["ep", "#56B4E9"],
  ["pp", "#CC79A7"],
  ["dp", "#D55E00"],
  ["bubble", IDLE],
  ["gaps", "#3B3B3B"],
  ["launch", "#3B3B3B"],
]);

export function paletteColor(index: number): string {
  return PALETTE[index % PALETTE.length] ?? INK;
}

/** Colour (`#rrggbb`) with an opacity from 0 to 1, in the form that plotly.js reads. */
export function translucent(color: string, opacity: number): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return `rgba(${channels.join(",")},${opacity})`;
}

/** Colour mixed with white: `strength` 1 is the colour itself, 0 is white. */
export function tint(color: string, strength: number): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const mixed = channels.map((one) => Math.round(255 - (255 - one) * Math.min(1, Math.max(0, strength))));
  return `#${mixed
    .map((one) => one.toString(16).padStart(2, "0"))
    .join("")
    .toUpperCase()}`;
}

/**
 * Layout settings that every figure shares. The width is left out, because an interactive figure takes its
 * container's.
 */
export function baseLayout(title: string, height: number): Readonly<Record<string, unknown>> {
  const lines = wrapToWidth(title, (FIGURE_WIDTH - 30) / WIDER, TITLE_SIZE, 3);
  const more = lines.length > 1 ? 11 + 21 * (lines.length - 1) : 0;
  return {
    title: {
      text: lines.map(plotlyText).join("<br>"),
      x: 0,
      xref: "container",
      xanchor: "left",
      y: 1,
      yref: "container",
      yanchor: "top",
      // plotly.js moves a single line down by its ascent, but not the first of several.
      pad: { l: 16, t: lines.length > 1 ? 25 : 14 },
      font: { size: TITLE_SIZE, color: INK },
    },
    font: { family: FONT_FAMILY, size: 13, color: INK },
    height: height + more,
    autosize: true,
    paper_bgcolor: PAPER,
    plot_bgcolor: PAPER,
    margin: { l: 64, r: 24, t: 52 + more, b: 56 },
    colorway: [...PALETTE],
    hovermode: "closest",
    legend: {
      orientation: "v",
      x: 1.02,
      xanchor: "left",
      y: 1,
      yanchor: "top",
      font: { size: 12 },
    },
  };
}

/** Name of a part, on up to three lines of a legend beside the plot. */
export function legendText(label: string): string {
  return wrapToWidth(label, LEGEND_WIDTH, 12, 3)
    .map((line) => plotlyText(cutToWidth(line, LEGEND_WIDTH, 12)))
    .join("<br>");
}

/** Width of the names in a legend beside the plot, px. */
const LEGEND_WIDTH = 210;

/** plotly.js layout settings of one axis. `automargin` keeps its labels inside the picture. */
export function axis(
  title: string,
  extra: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  return {
    title: { text: title, font: { size: 13 }, standoff: 10 },
    automargin: true,
    gridcolor: GRID,
    zerolinecolor: GRID,
    linecolor: MUTED,
    tickcolor: MUTED,
    ticks: "outside",
    ticklen: 4,
    tickfont: { size: 12, color: INK },
    showline: true,
    zeroline: false,
    separatethousands: true,
    // Use the letters of `600B` and `1T`, as printed numbers do. Few fonts have the superscripts of 10⁹.
    exponentformat: "B",
    minexponent: 5,
    ...extra,
  };
}

/** Layout settings of a legend with a title: the quantity that distinguishes its entries. */
export function titledLegend(title: string): Readonly<Record<string, unknown>> {
  const { legend } = baseLayout("", 0);
  return { ...(legend as object), title: { text: legendText(title), font: { size: 12, color: MUTED } } };
}

/** Layout settings of a legend in a row below the plot, for figures whose plot needs the whole width. */
export const LEGEND_BELOW = {
  orientation: "h",
  traceorder: "normal",
  x: 0,
  xanchor: "left",
  y: 0,
  yref: "container",
  yanchor: "bottom",
  font: { size: 12 },
} as const;

/** Gap between the end of a horizontal bar and its label, px. */
export const BESIDE = 4;

/**
 * Factor from measured to drawn text width that layouts allow for, because a browser may use another font.
 */
export const WIDER = 1.15;

/**
 * Length of a time axis of horizontal bars, such that the labels at the bars' ends stay inside. Each bar has
 * its end on the axis and the width of its label in px (0 for none); `labels` are the row names at the axis.
 * The length suffices for the narrowest drawn figure.
 */
export function roomFor(
  bars: readonly { readonly end: number; readonly textWidth: number }[],
  labels: readonly string[],
): number {
  const names = Math.max(0, ...labels.map((label) => advanceWidth(label, 12, false)));
  const plot = Math.max(160, LEAST_WIDTH - 24 - Math.max(64, names + 12));
  return Math.max(
    0,
    ...bars.map(({ end, textWidth }) => end / (1 - Math.min(0.8, (WIDER * textWidth + 2 * BESIDE) / plot))),
  );
}

/**
 * Text with plotly.js markup escaped, so that a user's name is shown as written. plotly.js interprets a few
 * tags, and TeX between dollar signs.
 */
export function plotlyText(text: string): string {
  return visible(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("$", "&#36;");
}
