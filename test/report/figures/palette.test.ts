import { describe, expect, it } from "vitest";
import { OVERLAPPED } from "../../../src/report/figures/commFigure.ts";
import { DARK_COLORS } from "../../../src/report/figures/theme/darkColors.ts";
import { linkColor } from "../../../src/report/figures/theme/linkColors.ts";
import { GRID, IDLE, meaningColor, PALETTE, PAPER, tint } from "../../../src/report/figures/theme/theme.ts";
import { contrast, linear } from "../../support/contrast.ts";

/**
 * How people see a colour, over linear RGB: Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of
 * Color Vision Deficiency", 2009, severity 1.
 */
const VISIONS = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const;

type Vision = keyof typeof VISIONS;

const weighted = (rows: readonly (readonly number[])[], of: readonly number[]): readonly number[] =>
  rows.map((row) => row.reduce((sum, weight, at) => sum + weight * (of[at] ?? 0), 0));

/** Oklab (Björn Ottosson, 2020): a distance of 0.02 is about the least that is seen. */
function oklab(color: string, vision: Vision): readonly number[] {
  const seen = weighted(VISIONS[vision], linear(color)).map((one) => Math.min(1, Math.max(0, one)));
  const cones = weighted(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    seen,
  ).map(Math.cbrt);
  return weighted(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones,
  );
}

function nearest(colors: readonly string[], vision: Vision): number {
  let least = Number.POSITIVE_INFINITY;
  colors.forEach((one, at) => {
    for (const other of colors.slice(at + 1)) {
      const [a, b] = [oklab(one, vision), oklab(other, vision)];
      least = Math.min(least, Math.hypot(...a.map((value, axis) => value - (b[axis] ?? 0))));
    }
  });
  return least;
}

const inTheDark = (colors: readonly string[]): readonly string[] =>
  colors.map((color) => DARK_COLORS[color] ?? color);
const memory = ["weights", "gradients", "optimizer", "activations", "logits", "buffers", "reserved"].map(
  (name) => meaningColor(name) ?? "",
);
const step = ["compute", "communication", "bubble", "optimizer"].map((name) => meaningColor(name) ?? IDLE);
const sets = { palette: PALETTE, memory, step };

describe("colours that stand side by side are told apart", () => {
  for (const [name, colors] of Object.entries(sets)) {
    for (const vision of Object.keys(VISIONS) as Vision[]) {
      it(`${name}, ${vision}, on light and on dark`, () => {
        expect(nearest(colors, vision)).toBeGreaterThan(vision === "normal" ? 0.15 : 0.075);
        expect(nearest(inTheDark(colors), vision)).toBeGreaterThan(vision === "normal" ? 0.12 : 0.06);
      });
    }
  }
});

describe("texts and lines are read", () => {
  it("with the contrast that WCAG 2.1 asks of small text, on light and on dark", () => {
    for (const ink of ["#24292F", "#6B7280"]) {
      expect(contrast(ink, "#FFFFFF")).toBeGreaterThan(4.5);
      expect(contrast(DARK_COLORS[ink] ?? "", DARK_COLORS["#FFFFFF"] ?? "")).toBeGreaterThan(4.5);
    }
  });
  it("and every colour of the palette is seen on both", () => {
    for (const color of PALETTE) {
      expect(contrast(color, "#FFFFFF")).toBeGreaterThan(2.2);
      expect(contrast(DARK_COLORS[color] ?? color, DARK_COLORS["#FFFFFF"] ?? "")).toBeGreaterThan(3);
    }
  });
  it("and every fill is seen on dark pages, ours and JupyterLab's, as WCAG 2.1 asks of graphics", () => {
    const tints = ["scale_up", "scale_out", "both"].map((tier) =>
      tint(linkColor(tier as "both"), OVERLAPPED),
    );
    for (const color of [...PALETTE, ...memory, ...step, IDLE, ...tints])
      for (const page of [DARK_COLORS[PAPER] ?? "", "#111111", "#212121"])
        expect({ color, page, enough: contrast(DARK_COLORS[color] ?? color, page) >= 3 }).toEqual({
          ...{ color, page, enough: true },
        });
  });
  it("and lines of the grid, which cross labels, are no stronger on dark than on light", () => {
    const [onLight, onDark] = [
      contrast(GRID, PAPER),
      contrast(DARK_COLORS[GRID] ?? "", DARK_COLORS[PAPER] ?? ""),
    ];
    expect(onDark).toBeLessThan(1.03 * onLight);
    expect(onDark).toBeGreaterThan(1.15);
  });
});
