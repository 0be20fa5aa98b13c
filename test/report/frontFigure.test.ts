import { beforeAll, expect, test } from "vitest";
import { numberPlaces } from "../../src/report/figures/labels/numberPlaces.ts";
import { type FrontAim, figureSvg, frontFigure, loadFigures, toText } from "../../src/report/index.ts";

const NAMES = ["tp 8 · dp 4", "tp 4 · dp 8", "dp 32"];
const TIME: FrontAim = { label: "step_time", base: "s", values: [1, 2, 4] };
const COST: FrontAim = { label: "cost", base: "$", values: [900, 400, 100] };
const MEMORY: FrontAim = {
  label: "memory.peak",
  base: "B",
  unit: "GiB",
  values: [2 ** 34, 2 ** 36, 2 ** 35],
};

type Trace = {
  name?: string;
  text?: readonly string[];
  hovertext?: readonly string[];
  marker?: { color: readonly string[] };
};
const traces = (aims: readonly FrontAim[], names = NAMES): readonly Trace[] =>
  frontFigure(names, aims, undefined).data as readonly Trace[];

beforeAll(() => loadFigures());

test("points of a front are numbered, and a key says what plan each is", () => {
  const [steps, ...points] = traces([TIME, COST]);
  expect(steps).toMatchObject({ mode: "lines", line: { shape: "hv" } });
  expect(points.map(({ text, name }) => [text?.[0], name])).toEqual([
    ["1", "1. tp 8 · dp 4"],
    ["2", "2. tp 4 · dp 8"],
    ["3", "3. dp 32"],
  ]);
  expect(points[0]?.hovertext?.[0]).toContain("tp 8 · dp 4<br>step time 1 s<br>cost &#36;900");
  const figure = frontFigure(NAMES, [TIME, COST], undefined);
  expect(figureSvg(figure)).toContain("3. dp 32");
  const lines = toText({ blocks: [figure] }).split("\n");
  expect(lines.slice(-3)).toEqual(["1. tp 8 · dp 4", "2. tp 4 · dp 8", "3. dp 32"]);
  expect(lines.filter((line) => /^.*[┤│].*3$/.test(line))).toHaveLength(1);
});

test("of three aims the third is a colour, deeper for more, and a number in the key; there are no steps", () => {
  const points = traces([TIME, COST, MEMORY]);
  expect(points.map(({ name }) => name)).toEqual([
    "1. tp 8 · dp 4, 16 GiB",
    "2. tp 4 · dp 8, 64 GiB",
    "3. dp 32, 32 GiB",
  ]);
  const colors = points.map(({ marker }) => Number.parseInt(marker?.color[0]?.slice(1, 3) ?? "", 16));
  expect(colors[1]).toBeLessThan(colors[2] ?? 0);
  expect(colors[2]).toBeLessThan(colors[0] ?? 0);
  expect(frontFigure(NAMES, [TIME, COST, MEMORY], undefined).title).toBe(
    "cost over step time, by peak memory",
  );
});

test("an aim that all agree in is drawn", () => {
  const figure = frontFigure(
    NAMES.slice(0, 1),
    [
      { ...TIME, values: [1] },
      { ...COST, values: [3] },
    ],
    "One",
  );
  expect(figureSvg(figure)).toContain("1. tp 8 · dp 4");
  expect(JSON.stringify(figure.layout)).not.toContain("null");
});

test("of a long front a few are numbered, and a sentence says so", () => {
  const values = Array.from({ length: 200 }, (_, at) => at + 1);
  const figure = frontFigure(
    values.map((at) => `plan ${at}`),
    [
      { ...TIME, values },
      { ...COST, values: [...values].reverse() },
    ],
    undefined,
  );
  const named = (figure.data as readonly Trace[]).filter(({ text }) => text);
  expect(named).toHaveLength(12);
  expect(named.map(({ name }) => name)).toEqual(expect.arrayContaining(["1. plan 1", "200. plan 200"]));
  expect(figure.caption).toBe("12 of 200 points are numbered; the table lists all.");
});

test("numbers hide neither marks nor each other, and are spread over the picture", () => {
  const close = Array.from({ length: 30 }, (_, at) => ({ x: 10 * at, y: 100 + (at % 3) }));
  const places = numberPlaces(close, 12);
  const boxes = [...places].map(([at, side]) => ({
    x: (close[at]?.x ?? 0) + (side.endsWith("right") ? 11 : -11),
    y: (close[at]?.y ?? 0) + (side.startsWith("top") ? -10 : 10),
  }));
  for (const [at, one] of boxes.entries())
    for (const other of boxes.slice(at + 1))
      expect(Math.abs(one.x - other.x) >= 16 || Math.abs(one.y - other.y) >= 14).toBe(true);
  expect([...places.keys()].slice(0, 2)).toEqual([0, 29]);
  expect(numberPlaces([], 12).size).toBe(0);
  expect(
    numberPlaces(
      [
        { x: 0, y: 0 },
        { x: 0, y: 0 },
        { x: 1, y: 1 },
      ],
      12,
    ).size,
  ).toBe(1);
  // what is wanted comes before what is far from others
  expect([...numberPlaces(close, 12, [14]).keys()].slice(0, 3)).toEqual([0, 29, 14]);
});
