import { beforeAll, describe, expect, it } from "vitest";
import { figureSvg, linesFigure, loadFigures } from "../../../../src/report/index.ts";

type Point = readonly [number, number];

beforeAll(() => loadFigures());

/** The texts at the ticks of one axis of a drawn line. */
function ticks(axis: "x" | "y", points: readonly Point[], base?: string): readonly string[] {
  const y = { label: "y", ...(base === undefined ? {} : { base }) };
  const svg = figureSvg(linesFigure([{ label: "a", points }], { x: { label: "x" }, y })) ?? "";
  const group = new RegExp(`class="${axis}tick"><text[^>]*>([^<]*)<`, "g");
  return [...svg.matchAll(group)].map(([, text = ""]) => text);
}

describe("an axis that counts", () => {
  it("ticks at the values across, and at whole numbers upwards", () => {
    const stages: readonly Point[] = [
      [1, 1],
      [2, 3],
      [4, 2],
    ];
    expect(ticks("x", stages)).toEqual(["1", "2", "4"]);
    expect(ticks("y", stages)).toEqual(["0", "1", "2", "3"]);
  });

  it("far from zero too", () => {
    expect(
      ticks("x", [
        [1_000, 1],
        [1_002, 2],
      ]),
    ).toEqual(["1,000", "1,001", "1,002"]);
  });

  it("leaves measures their halves", () => {
    expect(
      ticks("x", [
        [0.5, 1],
        [1.5, 2],
      ]),
    ).toContain("0.6");
    expect(
      ticks(
        "y",
        [
          [1, 1],
          [2, 2],
        ],
        "s",
      ).some((text) => text.includes(".")),
    ).toBe(true);
  });
});
