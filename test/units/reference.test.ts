import { describe, expect, it } from "vitest";
import { parseUnit, unitNames } from "../../src/units/index.ts";
import { referenceFactor } from "../../src/units/reference.ts";

const extra = [
  "Gib/s",
  "tokens/s/GPU",
  "TFLOPS",
  "PFLOP/s/GPU",
  "TPU-days",
  "chip-hours",
  "$/kWh",
  "kB/token",
  "MB/s/GPU",
];
const spellings = [...unitNames().map((unit) => unit.spelling), ...extra].filter((unit) => unit !== "%");

describe("the unit table against mathjs", () => {
  it.each(spellings)("%s has the factor and the dimension that mathjs derives", (spelling) => {
    const unit = parseUnit(spelling);
    if (!unit) throw new Error(`${spelling} does not parse`);
    const factor = referenceFactor(spelling, unit.dimension.key);
    expect(factor).not.toBeNull();
    expect((factor ?? 0) / unit.factor).toBeCloseTo(1, 12);
  });

  it("refuses what has another dimension, or is mathjs' unit and not ours", () => {
    expect(referenceFactor("GB", "s")).toBeNull();
    expect(referenceFactor("GB/s", "B")).toBeNull();
    expect(referenceFactor("parsec", "s")).toBeNull();
  });
});
