import { expect, test } from "vitest";
import { phaseColors } from "../../../../src/report/figures/phases/phaseColors.ts";
import { phaseFigure } from "../../../../src/report/figures/phases/phaseFigure.ts";
import { styleOf } from "../../../../src/report/render/style.ts";
import { textChart } from "../../../../src/report/render/textChart.ts";

const cell = (label: string) => ({ label, detail: "" });
/** More regions than the palette has colours, one a cell. */
const many = Array.from({ length: 5 }, (_, j) => Array.from({ length: 7 }, (_, i) => cell(`${i} ${j}`)));
const labels = many.flat().map(({ label }) => label);

test("regions that touch have different colours, however many there are", () => {
  const colors = phaseColors(labels, many);
  for (const [j, row] of many.entries())
    for (const [i, { label }] of row.entries())
      for (const other of [row[i + 1], many[j + 1]?.[i - 1], many[j + 1]?.[i], many[j + 1]?.[i + 1]])
        if (other)
          expect(colors.get(other.label), `${label} beside ${other.label}`).not.toBe(colors.get(label));
});

test("few labels have a colour each, as every other figure", () => {
  const few = [[cell("a"), cell("b"), cell("a")]];
  expect([...phaseColors(["a", "b"], few).values()]).toEqual(["#0072B2", "#E69F00"]);
});

test("letters alone where a terminal has no room for more", () => {
  const timed = many.map((row) => row.map((one) => ({ ...one, short: "100.0 ms" })));
  const names = (count: number) => Array.from({ length: count }, (_, at) => String(at));
  const figure = phaseFigure(names(7), names(5), timed, { x: "x", y: "y", title: "t" });
  const lines = (width: number) => textChart(figure.text, width, styleOf(false));
  expect(lines(100)[0]).toBe(
    `4  ${["C2", "D2", "E2", "F2", "G2", "H2", "I2"].map((one) => `${one} 100.0 ms`).join("  ")}`,
  );
  expect(lines(40)[0]).toBe("4  C2  D2  E2  F2  G2  H2  I2");
});

test("the legend says plans in full", () => {
  const plan = "tp 2 · cp 4 · ep 8 · pp 4 · vpp 8 · ZeRO 1";
  const figure = phaseFigure(["1"], ["a"], [[cell(plan)]], { x: "x", y: "y", title: "t" });
  expect(figure.data[0]?.name).toContain(plan);
});

test("many regions are listed side by side as far as their plans leave room", () => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => String(at));
  const heightOf = (named: (label: string) => string) => {
    const cells = many.map((row) => row.map(({ label }) => cell(named(label))));
    const { layout } = phaseFigure(names(7), names(5), cells, { x: "x", y: "y", title: "t" });
    return Number(layout.height);
  };
  const long = "tp 8 · cp 4 · ep 8 · etp 2 · pp 16 · vpp 8 · dp 64 · ZeRO 3 · interleaved · ";
  const below = heightOf((label) => `${long}${label} · micro-batch 16 · recompute full`);
  const [inTwo, inThree] = [
    heightOf((label) => `tp 8 · cp 4 · pp 16 · ZeRO 3 · ${label}`),
    heightOf((label) => label),
  ];
  expect(below - inTwo).toBe(20 * (35 - 18));
  expect(below - inThree).toBe(20 * (35 - 12));
});
