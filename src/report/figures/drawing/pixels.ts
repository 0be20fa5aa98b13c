import { baseLayout, FIGURE_WIDTH, INK, MUTED, plotlyText } from "../theme/theme.ts";

/** Margin around a drawing, px. */
const EDGE = 16;
/** Width of a drawing inside its margins, px. */
export const DRAWING_WIDTH = FIGURE_WIDTH - 2 * EDGE;
/** Letter size of a drawing, px. */
export const LETTERS = 11;

/** Place in a drawing, px: x to the right, y downwards. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Words in a drawing, centred on `y`. By default they begin at `x`. */
export interface Label extends Point {
  readonly text: string;
  readonly anchor?: "left" | "center" | "right";
  readonly bold?: boolean;
  readonly muted?: boolean;
}

/**
 * plotly.js layout of a drawing of `height` px. Its coordinates are px, so that the interactive and the static picture are
 * equal.
 */
export function pixelLayout(title: string, height: number): Readonly<Record<string, unknown>> {
  const base = baseLayout(title, 0);
  const { t } = base.margin as { readonly t: number };
  const hidden = { visible: false, fixedrange: true } as const;
  return {
    ...base,
    height: (base.height as number) + t + height + EDGE,
    margin: { l: EDGE, r: EDGE, t, b: EDGE },
    xaxis: { ...hidden, range: [0, DRAWING_WIDTH] },
    yaxis: { ...hidden, range: [height, 0] },
    showlegend: false,
  };
}

/** plotly.js annotation of a label. */
export const labelWords = ({ x, y, text, anchor = "left", bold, muted }: Label) => ({
  ...{ x, y, xanchor: anchor, yanchor: "middle", showarrow: false },
  text: bold ? `<b>${plotlyText(text)}</b>` : plotlyText(text),
  font: { size: LETTERS, color: muted ? MUTED : INK },
});

/** plotly.js trace of invisible marks that show a text on hover. The texts are plotly.js markup. */
export const hoverMarks = (marks: readonly (Point & { readonly text: string })[]) => ({
  ...{ type: "scatter", mode: "markers", showlegend: false },
  x: marks.map(({ x }) => tenth(x)),
  y: marks.map(({ y }) => tenth(y)),
  marker: { size: 14, opacity: 0, color: INK },
  text: marks.map(({ text }) => text),
  hovertemplate: "%{text}<extra></extra>",
});

/** Number rounded to a tenth of a px, which keeps figures short. */
export const tenth = (value: number): number => Math.round(value * 10) / 10;
