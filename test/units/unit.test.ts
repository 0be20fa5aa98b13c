import { describe, expect, it } from "vitest";
import { canonicalUnit, isCountedUnit, parseUnit, suggestUnit, unitNames } from "../../src/units/index.ts";

describe("parseUnit", () => {
  it.each([
    ["GB", 1e9, "B"],
    ["GiB", 2 ** 30, "B"],
    ["Gb", 1.25e8, "B"],
    ["Gb/s", 1.25e8, "B/s"],
    ["TFLOPS", 1e12, "FLOP/s"],
    ["TFLOP/s/GPU", 1e12, "FLOP/GPU/s"],
    ["GPU-hours", 3_600, "GPU*s"],
    ["$/GPU-hour", 1 / 3_600, "$/GPU/s"],
    ["B/param", 1, "B/param"],
    ["%", 0.01, "1"],
    ["TPUs", 1, "GPU"],
    ["1/s", 1, "1/s"],
  ])("%s", (text, factor, key) => {
    const unit = parseUnit(text);
    expect(unit?.factor).toBeCloseTo(factor, 15);
    expect(unit?.dimension.key).toBe(key);
  });

  it.each([
    "",
    "GBs",
    "gb",
    "GB/",
    "/s",
    "GB//s",
    "GB / s",
    "s-s",
    "GPU-GB",
    "hours-GPU",
    "constructor",
    "__proto__",
  ])("refuses %j", (text) => {
    const unit = parseUnit(text);
    if (text === "1") expect(unit?.dimension.key).toBe("1");
    else expect(unit).toBeNull();
  });

  it("gives equal dimensions as one object", () => {
    expect(parseUnit("GB/s")?.dimension).toBe(parseUnit("Gb/s")?.dimension);
    expect(parseUnit("W")?.dimension).toBe(parseUnit("J/s")?.dimension);
  });

  it("has no spelling twice", () => {
    const spellings = unitNames().map((unit) => unit.spelling);
    expect(new Set(spellings).size).toBe(spellings.length);
  });
});

describe("spellings", () => {
  it.each([
    ["TFLOPS", "TFLOP/s"],
    ["KB/s", "kB/s"],
    ["USD/GPU-hour", "$/GPU-hour"],
    ["GPU-hours", "GPU-hours"],
    ["parsec", null],
  ])("canonical %s → %s", (text, wanted) => expect(canonicalUnit(text)).toBe(wanted));

  it.each([
    ["params", true],
    ["GPU-hours", true],
    ["tokens/s", true],
    ["GB", false],
    ["s", false],
    ["FLOP", false],
  ])("counted %s: %s", (text, wanted) => expect(isCountedUnit(text)).toBe(wanted));

  it.each([
    ["Gbps", "Gb/s"],
    ["GBps", "GB/s"],
    ["gib", "GiB"],
    ["gb", "GB"],
    ["GB/sec", "GB/s"],
    ["seconds", "s"],
    ["hrs", "h"],
    ["TFLOPs", "TFLOP"],
    ["tflop/s", "TFLOP/s"],
    ["tokesn", "tokens"],
    ["parms", "params"],
    ["GPU-hr", "GPU-h"],
    ["furlongs", null],
    ["x", null],
    ["GB", null],
  ])("suggests for %s: %s", (text, wanted) => expect(suggestUnit(text)).toBe(wanted));
});
