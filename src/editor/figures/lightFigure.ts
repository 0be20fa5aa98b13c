import { DARK_COLORS } from "../../report/figures/theme/darkColors.ts";
import { PAPER } from "../../report/figures/theme/theme.ts";

/** Data and layout of a figure that plotly.js draws. */
interface Drawn {
  readonly data: readonly unknown[];
  readonly layout: object;
}

/** Colours of light pages by their dark twins. Of the two that are dark paper, the seam between marks is the one inside a figure. */
const LIGHT_COLORS: ReadonlyMap<unknown, string> = new Map(
  Object.entries(DARK_COLORS).map(([light, dark]) => [dark, light]),
);

/**
 * Figure in the colours of a light page, for a file or a sheet of paper: what `themedFigure` has made for a dark page, turned back.
 * A figure on white paper is unchanged.
 */
export function lightFigure<Figure extends Drawn>(figure: Figure): Drawn {
  const { data, layout } = figure;
  const { paper_bgcolor: paper } = layout as { readonly paper_bgcolor?: unknown };
  if (paper === undefined || paper === PAPER) return { data, layout };
  const turned = JSON.parse(
    JSON.stringify({ data, layout }, (_, value) => LIGHT_COLORS.get(value) ?? value),
  ) as Drawn;
  return { data: turned.data, layout: { ...turned.layout, paper_bgcolor: PAPER, plot_bgcolor: PAPER } };
}
