import type { Figure } from "../document/document.ts";
import { FIGURE_WIDTH } from "../figures/theme/theme.ts";
import { advanceWidth } from "../lettering/advances.ts";

type Json = Readonly<Record<string, unknown>>;

/** Space at an axis besides its longest label, px: a tick, gaps, and plotly.js' own margin. */
const TICK = 36;
/** Width of a vertical legend besides its longest name, px: edges, the key, gaps. */
const KEY = 60;
/** Width of a vertical legend besides its title, px. */
const EDGES = 20;
/**
 * Sizes of a horizontal legend, px: the width of an entry besides its name, the gap between entries, the
 * height of a row, and the space above and below.
 */
const ROW = { entry: 40, gap: 5, height: 19, edges: 10 };
/** Height of a horizontal axis with labels, line and title, px. */
const AXIS = 53.44;
const LABEL_SIZE = 12;

/**
 * Initial margins of a static picture. plotly.js makes room for axis names and a legend by redrawing with
 * wider margins. With margins that are wide enough from the start, it draws once. Where the guess is too
 * small, it still draws twice.
 */
export function startMargins({ data, layout }: Figure): Json {
  const margin = record(layout.margin);
  const left = Math.max(number(margin.l), ...labels(data).map((label) => width(label) + TICK));
  const right = Math.max(number(margin.r), legendRoom(data, layout, left));
  const bottom = Math.max(number(margin.b), legendBelow(data, layout, FIGURE_WIDTH - left - right));
  return { ...margin, l: Math.ceil(left), r: Math.ceil(right), b: bottom };
}

/** Labels at the vertical axis of horizontal bars. */
function labels(data: Figure["data"]): readonly string[] {
  return data
    .filter((trace) => trace.type === "bar" && trace.orientation === "h")
    .flatMap((trace) => (Array.isArray(trace.y) ? trace.y.filter((y) => typeof y === "string") : []));
}

/**
 * Width of a vertical legend in px, including its distance from the plot, which is a share of the plot's
 * width.
 */
function legendRoom(data: Figure["data"], layout: Figure["layout"], left: number): number {
  const legend = record(layout.legend);
  const named = data.filter((trace) => trace.showlegend !== false && typeof trace.name === "string");
  if (layout.showlegend === false || legend.orientation !== "v" || named.length < 2) return 0;
  const title = record(legend.title).text;
  const size = Math.max(
    KEY + Math.max(...named.map(({ name }) => width(String(name)))),
    typeof title === "string" ? EDGES + width(title) : 0,
  );
  const beside = number(legend.x) - 1;
  return (beside * (FIGURE_WIDTH - left) + size) / (1 + beside);
}

/**
 * Height in px of the space below the plot that the axis and a legend take: entries in one row, or in columns
 * as wide as the widest entry.
 */
function legendBelow(data: Figure["data"], layout: Figure["layout"], room: number): number {
  const legend = record(layout.legend);
  const entries = data
    .filter((trace) => trace.showlegend !== false && typeof trace.name === "string")
    .map(({ name }) => width(String(name)) + ROW.entry + ROW.gap);
  if (layout.showlegend === false || legend.yref !== "container" || entries.length < 1) return 0;
  const inOneRow = entries.reduce((sum, entry) => sum + entry, 0) - ROW.gap < room;
  const columns = inOneRow ? entries.length : Math.max(1, Math.ceil(room / Math.max(...entries)) - 1);
  return AXIS + ROW.edges + ROW.height * Math.ceil(entries.length / columns);
}

/** Width of a label in px. A label of several lines is as wide as its widest line. */
function width(label: string): number {
  return Math.max(...label.split("<br>").map((line) => advanceWidth(line, LABEL_SIZE, false)));
}

function record(value: unknown): Json {
  return typeof value === "object" && value !== null ? (value as Json) : {};
}

function number(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
