import { beforeAll, expect, test } from "vitest";
import { figureSvg, linesFigure, loadFigures } from "../../../src/report/index.ts";

beforeAll(() => loadFigures());

const cloud = (shift: number) =>
  Array.from({ length: 500 }, (_, at) => [at % 37, ((at * 7) % 101) + shift] as const);
const figure = linesFigure(
  ["a", "b", "c", "d", "e", "f"].map((label, at) => ({ label, points: cloud(20 * at) })),
  { x: { label: "x" }, y: { label: "y" }, marks: "points" },
);

test("3,000 points take some 60 bytes each, every one still drawn", () => {
  const svg = figureSvg(figure) ?? "";
  expect(svg.match(/<path d="M[-\d. ]+(?:h0|m[^"]+z)"\/>/g)).toHaveLength(3_000);
  expect(svg.length).toBeLessThan(3_000 * 55 + 15_000);
  // the shapes tell series apart: a round one, and five of straight lines
  expect(svg.match(/stroke-linecap:round/g)).toHaveLength(1);
});

test("a few marks stay as plotly.js draws them", () => {
  const few = linesFigure([{ label: "a", points: cloud(0).slice(0, 5) }], {
    x: { label: "x" },
    y: { label: "y" },
    marks: "points",
  });
  expect(figureSvg(few)).toContain("translate(");
});
