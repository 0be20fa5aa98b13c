/** Functions that style a text for a terminal. Without colour, every function returns the text unchanged. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  warning(text: string): string;
  bad(text: string): string;
  /** Text in the colour of the series with this index, as in figures. */
  series(index: number, text: string): string;
}

const PLAIN: Style = {
  bold: (text) => text,
  dim: (text) => text,
  good: (text) => text,
  warning: (text) => text,
  bad: (text) => text,
  series: (_, text) => text,
};

const sgr = (code: string) => (text: string) => (text === "" ? "" : `\u001b[${code}m${text}\u001b[0m`);

/**
 * Terminal colours closest to the figures' palette, in the same order: blue, yellow, green, magenta, cyan,
 * red.
 */
const SERIES = ["34", "33", "32", "35", "36", "31", "93", "90"];

const COLORED: Style = {
  bold: sgr("1"),
  dim: sgr("2"),
  good: sgr("1;32"),
  warning: sgr("1;33"),
  bad: sgr("1;31"),
  series: (index, text) => sgr(SERIES[index % SERIES.length] ?? "39")(text),
};

export function styleOf(color: boolean): Style {
  return color ? COLORED : PLAIN;
}
