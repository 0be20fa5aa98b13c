import { describe, expect, it } from "vitest";
import {
  DIMENSIONLESS,
  dimension,
  humanUnit,
  inBase,
  print,
  printDimension,
  printNumber,
  quantity,
} from "../../src/units/index.ts";

describe("printNumber", () => {
  it.each([
    [0, "0"],
    [-0, "0"],
    [80, "80"],
    [16_384, "16,384"],
    [1_234_567, "1,234,567"],
    [12.3515625, "12.35"],
    [12.40003, "12.40"],
    [2.5, "2.5"],
    [12_345.6, "12,346"],
    [0.0123456, "0.01235"],
    [-1_234.56, "-1,235"],
    [1.5e-7, "1.5e-7"],
    [3.14e23, "3.14e23"],
    [999.96, "1,000"],
    [Number.NaN, "not a number"],
    [Number.POSITIVE_INFINITY, "infinite"],
  ])("%d → %s", (value, text) => expect(printNumber(value)).toBe(text));
});

describe("print picks a unit by size", () => {
  it.each([
    [12.3515625 * 2 ** 30, "B", "12.35 GiB"],
    [512, "B", "512 B"],
    [0, "B", "0 B"],
    [450e9, "B/s", "450 GB/s"],
    [4.8e12, "B/s", "4.8 TB/s"],
    [989.4e12, "FLOP/s", "989.4 TFLOP/s"],
    [3.14e23, "FLOP", "314 ZFLOP"],
    [5e-6, "s", "5 us"],
    [13.75, "s", "13.75 s"],
    [119, "s", "119 s"],
    [600, "s", "10 min"],
    [3 * 3_600, "s", "3 h"],
    [54 * 86_400, "s", "54 days"],
    [405.9e9, "param", "405.9B params"],
    [15.6e12, "token", "15.6T tokens"],
    [8_192, "token", "8,192 tokens"],
    [1, "token", "1 token"],
    [1_024, "GPU", "1,024 GPUs"],
    [2.788e6 * 3_600, "GPU*s", "2.788M GPU-hours"],
    [2.5 / 3_600, "$/GPU/s", "$2.50/GPU-hour"],
    [5_576_000, "$", "$5.576M"],
    [1_234.5, "$", "$1,234.50"],
    [-40, "$", "-$40"],
    [3.6e6, "J", "1 kWh"],
    [8.981e-5, "1/s", "7.760/day"],
    [3.2e-8, "1/s", "1.010/year"],
    [700, "J/s", "700 W"],
    [2.5e6, "g", "2.5 t"],
    [2, "s^2", "2 s^2"],
    [0.5, "1", "0.5"],
  ])("%d %s → %s", (value, key, text) => expect(print(inBase(value, key))).toBe(text));

  it("prints in the unit asked for, else in the unit carried", () => {
    expect(print(quantity(1, "GiB"), "MB")).toBe("1,074 MB");
    expect(print(quantity(51.4, "%"))).toBe("51.4%");
    expect(print(inBase(0.449123, "1"), "%")).toBe("44.91%");
    expect(print(quantity(400, "Gb/s"))).toBe("400 Gb/s");
    expect(print(inBase(5_576_000, "$"), "$")).toBe("$5,576,000");
    expect(print(quantity(2.5, "$/GPU-hour"))).toBe("$2.50/GPU-hour");
    expect(print(quantity(3, "s"), "GB")).toBe("3 s");
  });

  it("chooses one unit for a column", () => {
    expect(humanUnit(3e11, dimension("B"))).toBe("GiB");
    expect(humanUnit(0.2, dimension("s"))).toBe("ms");
    expect(humanUnit(5, DIMENSIONLESS)).toBeNull();
  });

  it("names dimensions for messages", () => {
    expect(printDimension(dimension("B"))).toBe("bytes (B)");
    expect(printDimension(dimension("s"))).toBe("time (s)");
    expect(printDimension(dimension("s^2"))).toBe("s^2");
  });
});
