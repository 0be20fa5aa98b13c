import type { DrawnAxis } from "../axis/drawnAxis.ts";
import { paletteColor, SEAM } from "../theme/theme.ts";

/** Point, in base units of its axes, of a plan that does not fit its devices or may not. */
export interface Unfit {
  readonly x: number;
  readonly y: number;
  readonly fit: "maybe" | "no";
}

/**
 * plotly.js traces of marks over points: hollow for plans that may not fit their devices, crossed in red for
 * plans that do not.
 */
export function fitMarks(
  unfit: readonly Unfit[],
  x: DrawnAxis,
  y: DrawnAxis,
): readonly Readonly<Record<string, unknown>>[] {
  return (["maybe", "no"] as const).flatMap((fit) => {
    const those = unfit.filter((one) => one.fit === fit);
    if (those.length === 0) return [];
    return [
      {
        type: "scatter",
        mode: "markers",
        name: MEANING[fit],
        x: those.map((one) => x.of(one.x)),
        y: those.map((one) => y.of(one.y)),
        marker: MARKS[fit],
        hoverinfo: "skip",
        showlegend: false,
      },
    ];
  });
}

/**
 * Caption sentence on the meaning of marks of plans that do not fit, or may not. Empty where every plan fits. Where `marks`
 * are bars, those of plans that may not fit are pale; points and cells have a hollow mark.
 */
export const fitSentence = (fits: readonly string[], marks: "bars" | "points" = "points"): string =>
  (["maybe", "no"] as const)
    .filter((fit) => fits.includes(fit))
    .map((fit) => `${fit === "no" ? "Crossed in red" : MAYBE_MARK[marks]}: ${MEANING[fit]}.`)
    .join(" ");

/**
 * Words after the name of a bar, cell or label on whether its plan fits its devices, where a full sentence
 * has no room.
 */
export const FIT_SUFFIX = { yes: "", maybe: " (may not fit)", no: " (does not fit)" } as const;

/** Fill of a hollow mark: the page's colour, light or dark. */
export const HOLLOW = SEAM;

/** Red of the marks of plans that do not fit their devices. */
export const UNFIT_COLOR = paletteColor(5);

const MAYBE_MARK = { bars: "Pale", points: "Hollow" };
const MEANING = { maybe: "may not fit its devices", no: "does not fit its devices" };
const MARKS = {
  maybe: { symbol: "circle", size: 4, color: HOLLOW },
  no: { symbol: "x", size: 10, color: UNFIT_COLOR, line: { color: HOLLOW, width: 1 } },
};
