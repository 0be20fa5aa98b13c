import { expect, test } from "vitest";
import { frontFigure, linesFigure, type Unfit } from "../../../../src/report/index.ts";

const points = [
  [1, 10],
  [2, 20],
  [4, 40],
] as const;
const drawn = (unfit: readonly Unfit[]) =>
  linesFigure([{ label: "a", points }], { x: { label: "x" }, y: { label: "y" }, unfit });

test("points of plans that may not fit are hollow, those that do not are crossed, and the caption says so", () => {
  const figure = drawn([
    { x: 2, y: 20, fit: "maybe" },
    { x: 4, y: 40, fit: "no" },
  ]);
  const [, hollow, crossed] = figure.data as readonly Readonly<Record<string, unknown>>[];
  expect(hollow).toMatchObject({ x: [2], y: [20], mode: "markers", marker: { symbol: "circle" } });
  expect(crossed).toMatchObject({ x: [4], y: [40], mode: "markers", marker: { symbol: "x" } });
  expect(figure.caption).toBe("Hollow: may not fit its devices. Crossed in red: does not fit its devices.");
});

test("where all fit for sure nothing is said", () => {
  expect(drawn([]).data).toHaveLength(1);
  expect(drawn([]).caption).toBeUndefined();
});

test("a front's plans that may not fit are hollow", () => {
  const aims = [
    { label: "time", values: [1, 2] },
    { label: "cost", values: [2, 1] },
  ];
  const symbols = (fits: readonly string[]) =>
    frontFigure(["a", "b"], aims, undefined, fits).data.flatMap((trace) => {
      const { symbol = [] } = (trace.marker ?? {}) as { readonly symbol?: readonly string[] };
      return symbol;
    });
  expect(symbols(["yes", "maybe"])).toEqual(["circle", "circle-open"]);
  expect(symbols(["yes", "yes"])).toEqual([]);
});
