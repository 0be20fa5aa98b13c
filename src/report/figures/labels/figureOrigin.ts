import type { Figure } from "../../document/document.ts";
import { advanceWidth } from "../../lettering/advances.ts";
import { cutToWidth } from "../../lettering/cutToWidth.ts";
import { FIGURE_WIDTH, MUTED, plotlyText, WIDER } from "../theme/theme.ts";

const SIZE = 11;
const LINE = 15;
const MOST_LINES = 3;

/**
 * Figure with the origin of its numbers (plan, engine, data) below the title. The origin is part of the
 * picture, so that a saved notebook, a page, a file and a screenshot all show it. Items share a line as far
 * as they fit.
 */
export function figureOrigin(figure: Figure, given: readonly string[]): Figure {
  const parts = given.filter((text) => text !== "");
  const lines = linesOf(parts);
  if (lines.length === 0) return figure;
  const { still } = figure;
  return {
    ...figure,
    origin: parts.join(" · "),
    layout: withLines(figure.layout, lines),
    ...(still === undefined ? {} : { still: { ...still, layout: withLines(still.layout, lines) } }),
  };
}

type Layout = Figure["layout"];

/** Layout with lines of text below the title, and a top margin that makes room for them. */
function withLines(given: Layout, lines: readonly string[]): Layout {
  const layout = given as {
    readonly title?: object;
    readonly margin?: { readonly t?: number };
    readonly height?: number;
  };
  const more = LINE * lines.length;
  return {
    ...layout,
    title: {
      ...layout.title,
      subtitle: { text: lines.map(plotlyText).join("<br>"), font: { size: SIZE, color: MUTED } },
    },
    margin: { ...layout.margin, t: (layout.margin?.t ?? 0) + more },
    height: (layout.height ?? 0) + more,
  };
}

function linesOf(parts: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    const longer = last === undefined ? part : `${last} · ${part}`;
    if (last !== undefined && (lines.length === MOST_LINES || fits(longer))) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  const end = ` · ${parts.at(-1) ?? ""}`;
  return lines.map((line) => (line.endsWith(end) ? cutBefore(line, end) : cut(line)));
}

/** Line truncated before its end, which stays whole where it has room: the versions of dtp and its library. */
function cutBefore(line: string, end: string): string {
  const room = WIDTH - advanceWidth(end, SIZE, false);
  return fits(line) || room <= 0 ? cut(line) : cutToWidth(line.slice(0, -end.length), room, SIZE) + end;
}

const WIDTH = (FIGURE_WIDTH - 40) / WIDER;
const fits = (text: string): boolean => advanceWidth(text, SIZE, false) <= WIDTH;
const cut = (line: string): string => cutToWidth(line, WIDTH, SIZE);
