import { BACKDROP, GRID, IDLE, INK, MUTED, PAPER, SEAM } from "./theme.ts";

/**
 * Colour for dark pages of each colour of the figures; a colour without an entry stays. Interactive and
 * static figures share the table, so that both look equal on a dark page. Hues are kept: blue stays blue. Every fill has a
 * contrast of 3:1 with the page, as WCAG 2.1 asks of graphics (1.4.11).
 */
export const DARK_COLORS: Readonly<Record<string, string>> = {
  [PAPER]: "#1D2127",
  [SEAM]: "#1D2127",
  [BACKDROP]: "rgba(29,33,39,0.85)",
  [INK]: "#E4E7EB",
  [MUTED]: "#9AA4B2",
  [GRID]: "#2C323A",
  [IDLE]: "#6C6C6C",
  "#6B5B00": "#F0E442",
  "#3B3B3B": "#F2F2F2",
  // Overlapped communication: pale on white, dull on dark.
  "#A6CEE4": "#5A7E96",
  "#F0C7A6": "#8F6E58",
  "#EDD0E0": "#8A6F80",
};

/** CSS rules that recolour a static picture within a dark page. White labels on bars stay white. */
export function darkRules(scope: string): string {
  const rules = Object.entries(DARK_COLORS)
    .filter(([light]) => light.startsWith("#") && light !== PAPER)
    .flatMap(([light, dark]) =>
      ["fill", "stroke"].map(
        (property) => `${scope} [style*="${property}:${rgb(light)}"]{${property}:${dark}!important}`,
      ),
    );
  const [paper = PAPER, backdrop = BACKDROP] = [DARK_COLORS[PAPER], DARK_COLORS[BACKDROP]];
  return [
    `${scope}>rect{fill:${paper}}`,
    `${scope} rect[style*="fill:rgb(255, 255, 255)"]{fill:${backdrop}!important}`,
    ...rules,
  ].join("\n");
}

/** A static picture as a picture for dark pages, for pages that show it as an image, which their own rules do not reach. */
export const darkPicture = (svg: string): string =>
  svg.replace(/<svg\b[^>]*>/, (root) => `${root}<style>${darkRules(".dtp-figure")}</style>`);

/** Colour in the form in which plotly.js writes it into a style: `rgb(…)`. */
function rgb(hex: string): string {
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return `rgb(${r}, ${g}, ${b})`;
}
