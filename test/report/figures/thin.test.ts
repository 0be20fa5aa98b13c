import { describe, expect, it } from "vitest";
import { linesFigure } from "../../../src/report/index.ts";

const N = 100_000;
const noisy = Array.from({ length: N }, (_, at) => [at + 1, 2 + Math.sin(at) + at / N] as const);

interface Trace {
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly mode: string;
  readonly marker: { readonly size: number; readonly opacity?: number };
}
const options = { x: { label: "x" }, y: { label: "y" } };
const traceOf = (points: readonly (readonly [number, number | null])[], more = {}): Trace =>
  linesFigure([{ label: "a", points }], { ...options, ...more }).data[0] as unknown as Trace;

describe("a figure of many points", () => {
  it("draws a line of 100,000 as at most four a column, with the same ends and extremes", () => {
    const { x, y, mode } = traceOf(noisy);
    expect(x.length).toBeLessThanOrEqual(4 * 1_401);
    expect([x[0], x.at(-1)]).toEqual([1, N]);
    const all = noisy.map(([, value]) => value);
    expect(Math.max(...y)).toBeCloseTo(Math.max(...all), 4);
    expect(Math.min(...y)).toBeCloseTo(Math.min(...all), 4);
    expect([...x].sort((one, other) => one - other)).toEqual([...x]);
    expect(mode).toBe("lines");
  });

  it("draws it alike on a logarithmic axis, and keeps gaps", () => {
    const gap = noisy.map(([x, y], at) => [x, at > 50_000 && at < 60_000 ? null : y] as const);
    const { x, y } = traceOf(gap, { x: { label: "x", scale: "log10" } });
    expect(x.length).toBeLessThan(6_000);
    expect(y).toContain(null);
  });

  it("gathers a cloud of 100,000 in few marks, and keeps every outlier", () => {
    const cloud = noisy.map(([x], at) => [x % 317, (at * 7_919) % 1_009] as const);
    const outliers = [
      [600, 500],
      [100, 3_000],
      [-400, -1_000],
    ] as const;
    const points = [...cloud.slice(0, 50_000), ...outliers, ...cloud.slice(50_000)];
    const { x, y } = traceOf(points, { marks: "points" });
    expect(x.length).toBeLessThanOrEqual(3_000);
    expect(x.length).toBeGreaterThan(300);
    for (const [px, py] of outliers) expect(x.some((one, at) => one === px && y[at] === py)).toBe(true);
    const { caption } = linesFigure([{ label: "a", points }], { ...options, marks: "points" });
    expect(caption).toMatch(
      /^[\d,]+ of 100,003 points are drawn: one point stands for all others within \d+ pixels/,
    );
  });

  it("draws as a cloud what would be a line back and forth over all of the picture", () => {
    const sweeps = noisy.map(([x, y], at) => [at % 97, y + x / N] as const);
    const { x, mode } = traceOf(sweeps);
    expect(mode).toBe("markers");
    expect(x.length).toBeLessThanOrEqual(3_000);
    const few = traceOf(sweeps.slice(0, 500));
    expect([few.mode, few.x.length]).toEqual(["markers", 500]);
  });
  it("draws as points what comes to the same x again and again, in whatever order, unless lines are asked for", () => {
    const grid = Array.from({ length: 400 }, (_, at) => [Math.floor(at / 4), at % 4] as const);
    expect(traceOf(grid).mode).toBe("markers");
    expect(traceOf([...grid].sort(([, a], [, b]) => a - b)).mode).toBe("markers");
    const long = Array.from({ length: 40_000 }, (_, at) => [Math.floor(at / 400), at % 400] as const);
    expect(traceOf(long).mode).toBe("markers");
    // results over results: each row is anywhere
    const rows = Array.from({ length: 40 }, (_, at) => [(at * 7_919) % 1_009, at] as const);
    expect(traceOf(rows).mode).toBe("markers");
    const loop = Array.from({ length: 50 }, (_, at) => [Math.sin(at / 8), Math.cos(at / 8)] as const);
    expect(traceOf(loop).mode).toBe("lines+markers");
    const asked = linesFigure([{ label: "s", points: grid }], { ...options, marks: "lines" });
    expect(asked.data[0]?.mode).toBe("lines");
    // nor does the text chart join them
    expect(linesFigure([{ label: "s", points: grid }], options).text).toMatchObject({ apart: true });
    expect(asked.text).not.toHaveProperty("apart");
  });

  it("of a million points sends a browser no more than of some thousands", () => {
    const all = Array.from({ length: 1_000_000 }, (_, at) => [at % 9_973, Math.sin(at) * at] as const);
    const line = [...all].sort(([a], [b]) => a - b);
    for (const points of [all, line]) {
      const { data, layout, text } = linesFigure([{ label: "a", points }], options);
      expect(JSON.stringify([data, layout, text]).length).toBeLessThan(400_000);
    }
  });

  const ten = (points: (series: number) => readonly (readonly [number, number])[]) =>
    Array.from({ length: 10 }, (_, at) => ({ label: `s${at}`, points: points(at) }));

  it("gathers the clouds of ten series in as few marks as that of one, each with its outliers", () => {
    const series = ten((at) => [
      ...noisy.slice(0, 10_000).map(([x], i) => [(x * (at + 1)) % 317, (i * 7_919) % 1_009] as const),
      [900 + at, 4_000],
    ]);
    const { data, caption } = linesFigure(series, { ...options, marks: "points" });
    const traces = data as unknown as readonly Trace[];
    expect(traces.reduce((sum, { x }) => sum + x.length, 0)).toBeLessThanOrEqual(3_000);
    // Three series are one: more colours than eight are not told apart.
    const outliers = traces
      .flatMap(({ x }) => x.filter((one) => one >= 900))
      .sort((one, other) => one - other);
    expect(outliers.slice(0, 7)).toEqual([900, 901, 902, 903, 904, 905, 906]);
    expect(outliers.length).toBeGreaterThan(7);
    expect(traces).toHaveLength(8);
    expect(Math.min(...traces.map(({ x }) => x.length))).toBeGreaterThan(50);
    expect(caption).toMatch(/ of 100,010 points are drawn/);
  });

  it("draws ten lines of 100,000 points with a bound for all, their extremes among them", () => {
    const series = ten((at) => noisy.map(([x, y]) => [x, y * (at + 1)] as const));
    const { data, caption } = linesFigure(series, options);
    const traces = data as unknown as readonly Trace[];
    expect(traces.reduce((sum, { x }) => sum + x.length, 0)).toBeLessThanOrEqual(20_100);
    const most = Math.max(...noisy.map(([, y]) => y));
    for (const [at, { y }] of traces.entries()) expect(Math.max(...y)).toBeCloseTo(most * (at + 1), 3);
    expect(caption).toMatch(/the first, last, lowest and highest point of each line in every 1.4 pixels/);
  });

  it("says so, and leaves few points alone", () => {
    const many = linesFigure([{ label: "a", points: noisy }], options);
    expect(many.caption).toMatch(/^[\d,]+ of 100,000 points are drawn/);
    const few = linesFigure([{ label: "a", points: noisy.slice(0, 1_000) }], options);
    expect(few.caption).toBeUndefined();
    expect((few.data[0] as unknown as Trace).x).toHaveLength(1_000);
  });

  it("draws a few points as large as a line's marks, and many small and seen through", () => {
    const marks = (count: number) => traceOf(noisy.slice(0, count), { marks: "points" }).marker;
    expect(marks(8).size).toBe(traceOf(noisy.slice(0, 8)).marker.size);
    expect(marks(8).opacity).toBeUndefined();
    expect(marks(500).size).toBeLessThan(marks(8).size);
    expect(marks(500).opacity).toBeLessThan(1);
  });
});
