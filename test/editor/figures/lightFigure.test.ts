import { expect, test } from "vitest";
import { lightFigure } from "../../../src/editor/figures/lightFigure.ts";
import { themedFigure } from "../../../src/editor/themedFigure.ts";
import { DARK_COLORS } from "../../../src/report/figures/theme/darkColors.ts";
import {
  axis,
  BACKDROP,
  baseLayout,
  IDLE,
  INK,
  PALETTE,
  PAPER,
  SEAM,
} from "../../../src/report/figures/theme/theme.ts";

const figure = {
  data: [
    ...PALETTE.map((color) => ({
      type: "bar",
      marker: { color, line: { color: SEAM } },
      textfont: { color: PAPER },
    })),
    { type: "bar", marker: { color: IDLE } },
  ],
  layout: {
    ...baseLayout("Memory", 300),
    yaxis: axis("GiB"),
    annotations: [{ text: "capacity", bgcolor: BACKDROP, font: { color: INK } }],
  },
  config: {},
};
const { data, layout } = figure;

test("a figure of a dark page gets the colours that it has on a light one", () => {
  const dark = themedFigure(figure, true);
  expect(JSON.stringify(dark)).toContain(DARK_COLORS[INK]);
  expect(lightFigure(dark)).toEqual({ data, layout });
});

test("so does a figure whose paper is dark, as on the pages of `--html`", () => {
  const dark = themedFigure(figure, true);
  const paper = { ...dark.layout, paper_bgcolor: DARK_COLORS[PAPER], plot_bgcolor: DARK_COLORS[PAPER] };
  expect(lightFigure({ ...dark, layout: paper })).toEqual({ data, layout });
});

test("a figure of a light page stays, also where a reader's colour is one of dark pages", () => {
  const own = { ...figure, data: [{ line: { color: DARK_COLORS[INK] } }] };
  expect(lightFigure(own)).toEqual({ data: own.data, layout });
});
