import { toCsv } from "../../report/render/toCsv.ts";

/** Trace of a figure, of which only points are read. */
export interface Trace {
  readonly name?: string;
  readonly x?: ArrayLike<unknown>;
  readonly y?: ArrayLike<unknown>;
}

/** Points of a figure's traces as CSV: the trace's name, x, y. Traces without such points, as of a heat map, are left out. */
export function pointsCsv(traces: readonly Trace[]): string {
  const points = traces.flatMap(({ name = "", x, y }) =>
    x && y ? Array.from(x, (one, at) => [name, text(one), text(y[at])]) : [],
  );
  return toCsv([["series", "x", "y"], ...points]);
}

const text = (value: unknown): string =>
  value === null || value === undefined ? "" : Array.isArray(value) ? value.join(" ") : String(value);
