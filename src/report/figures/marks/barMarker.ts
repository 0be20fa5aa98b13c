import { translucent } from "../theme/theme.ts";
import { HOLLOW, UNFIT_COLOR } from "./fitMarks.ts";

/**
 * Style of bars. A plan that does not fit its devices has a hollow bar, one that may not fit a pale one. Their outline keeps
 * the series' colour, so that the legend still tells series apart where no plan fits.
 */
export function barMarker(
  fits: readonly (string | null)[] | undefined,
  color: string,
): Readonly<Record<string, unknown>> {
  if (!fits?.some(isUnfit)) return { color, line: { width: 0 } };
  return {
    color: fits.map((fit) => (fit === "no" ? HOLLOW : fit === "maybe" ? translucent(color, PALE) : color)),
    // Solid bars have no outline: parts of a stack touch.
    line: { color, width: fits.map((fit) => (isUnfit(fit) ? 2 : 0)) },
  };
}

const isUnfit = (fit: string | null): boolean => fit === "no" || fit === "maybe";

/** Opacity of a bar whose plan may not fit its devices. */
const PALE = 0.5;

/** Cross of a bar whose plan does not fit its devices, as plotly.js markup. */
export const CROSS = `<span style="color:${UNFIT_COLOR}">×</span>`;
