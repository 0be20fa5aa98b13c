import { expect, test } from "vitest";
import { advanceWidth } from "../../../src/report/lettering/advances.ts";
import { startMargins } from "../../../src/report/svg/startMargins.ts";

const figure = {
  kind: "figure",
  title: "t",
  data: [] as readonly Readonly<Record<string, unknown>>[],
  layout: { margin: { l: 64, r: 24, t: 52, b: 56 }, legend: { orientation: "v", x: 1.02 } },
  text: { kind: "lines", xLabel: "", yLabel: "", xLog: false, yLog: false, series: [] },
} as const;

test("a figure that needs no more room keeps its margins", () => {
  expect(startMargins(figure)).toEqual(figure.layout.margin);
});

test("long names of horizontal bars have room at the left", () => {
  const name = "gradient reduce-scatter over data-parallel ranks";
  const bars = { type: "bar", orientation: "h", y: ["a", name], name: "x" };
  const margins = startMargins({ ...figure, data: [bars] });
  expect(margins.l).toBeGreaterThan(advanceWidth(name, 12, false));
  expect(margins.r).toBe(24);
});

test("a legend of several series has room at the right, a hidden one none", () => {
  const lines = ["one", "another, which is longer"].map((name) => ({ type: "scatter", name }));
  expect(startMargins({ ...figure, data: lines }).r).toBeGreaterThan(
    advanceWidth("another, which is longer", 12, false) + 24,
  );
  const hidden = { ...figure, data: lines, layout: { ...figure.layout, showlegend: false } };
  expect(startMargins(hidden).r).toBe(24);
});

test("a legend below has a row for as many columns as fit, under its axis", () => {
  const legend = { orientation: "h", yref: "container" };
  const below = (names: readonly string[]) => {
    const data = names.map((name) => ({ type: "scatter", name }));
    return Number(startMargins({ ...figure, data, layout: { ...figure.layout, legend } }).b);
  };
  const long = "a name that takes about a third of the width";
  expect(below(["a", "b"])).toBe(below(["a", "b", "c", "d"]));
  expect(below([long, long, long]) - below(["a", "b"])).toBeCloseTo(19);
  expect(below([long, long, long, long, long]) - below(["a", "b"])).toBeCloseTo(38);
});
