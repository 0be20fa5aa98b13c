import { expect, test } from "vitest";
import { themedFigure } from "../../src/editor/themedFigure.ts";
import { HOLLOW } from "../../src/report/figures/marks/fitMarks.ts";
import { DARK_COLORS } from "../../src/report/figures/theme/darkColors.ts";
import {
  axis,
  BACKDROP,
  baseLayout,
  GRID,
  INK,
  PALETTE,
  PAPER,
} from "../../src/report/figures/theme/theme.ts";

const figure = {
  data: [{ type: "bar", marker: { color: PALETTE[0] }, textfont: { color: PAPER } }],
  layout: {
    ...baseLayout("Memory", 300),
    yaxis: axis("GiB"),
    annotations: [{ text: "capacity", bgcolor: BACKDROP, font: { color: INK } }],
  },
  config: {},
};

test("on a dark page neutral colours have their twins, those with a meaning stay", () => {
  const { data, layout } = themedFigure(figure, true);
  expect(data).toEqual(figure.data);
  expect(layout).toMatchObject({
    font: { color: DARK_COLORS[INK] },
    title: { font: { color: DARK_COLORS[INK] } },
    yaxis: { gridcolor: DARK_COLORS[GRID] },
    paper_bgcolor: "rgba(0,0,0,0)",
    annotations: [{ bgcolor: DARK_COLORS[BACKDROP], font: { color: DARK_COLORS[INK] } }],
  });
  expect(themedFigure(figure, false)).toBe(figure);
});

test("a hollow mark is filled with the page, not with white", () => {
  const { data } = themedFigure({ ...figure, data: [{ marker: { color: HOLLOW } }] }, true);
  expect(data).toEqual([{ marker: { color: DARK_COLORS[PAPER] } }]);
});
