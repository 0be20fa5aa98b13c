import type { Figure } from "../document.ts";
import { FIGURE_WIDTH } from "../figures/theme.ts";
import { advanceWidth } from "../lettering/advances.ts";

type Json = Readonly<Record<string, unknown>>;

/** px beside the longest name at an axis: a tick, gaps, and the margin that plotly.js keeps free */
const TICK = 36;
/** px of a legend beside its longest name: its edges, the key, the gaps */
const KEY = 60;
/** px of a legend beside its title */
const EDGES = 20;
/** px of a horizontal legend: an entry beside its name, between two entries, a row, above and below its rows together */
const ROW = { entry: 40, gap: 5, height: 19, edges: 10 };
/** px that the names, the line and the title of a horizontal axis take */
const AXIS = 53.44;
const LABEL_SIZE = 12;

/**
 * The margins that a static picture starts with. plotly.js makes room for names at an axis and for a legend by drawing all
 * again with wider margins; begun wide enough, it draws once. Where a guess is short it still draws twice.
 */
export function startMargins({ data, layout }: Figure): Json {
  const margin = record(layout.margin);
  const left = Math.max(number(margin.l), ...labels(data).map((label) => width(label) + TICK));
  const right = Math.max(number(margin.r), legendRoom(data, layout, left));
  const bottom = Math.max(number(margin.b), legendBelow(data, layout, FIGURE_WIDTH - left - right));
  return { ...margin, l: Math.ceil(left), r: Math.ceil(right), b: bottom };
}

/** The names at the axis of horizontal bars. */
function labels(data: Figure["data"]): readonly string[] {
  return data
    .filter((trace) => trace.type === "bar" && trace.orientation === "h")
    .flatMap((trace) => (Array.isArray(trace.y) ? trace.y.filter((y) => typeof y === "string") : []));
}

/** A legend at the right stands 2% of the plot's width beside it. */
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

/** A legend below stands under the axis: all entries in one row, or in columns as wide as the widest. */
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

/** px; of several lines the widest. */
function width(label: string): number {
  return Math.max(...label.split("<br>").map((line) => advanceWidth(line, LABEL_SIZE, false)));
}

function record(value: unknown): Json {
  return typeof value === "object" && value !== null ? (value as Json) : {};
}

function number(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
