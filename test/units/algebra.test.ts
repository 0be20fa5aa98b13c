import { describe, expect, it } from "vitest";
import {
  add,
  as,
  compare,
  convert,
  dimension,
  divide,
  isMismatch,
  multiply,
  negate,
  power,
  print,
  quantity,
  subtract,
} from "../../src/units/index.ts";

const q = quantity;

describe("quantities", () => {
  it("adds and subtracts one dimension, keeping the first unit", () => {
    const sum = add(q(1, "GiB"), q(512, "MiB"));
    if (isMismatch(sum)) throw new Error("mismatch");
    expect(print(sum)).toBe("1.5 GiB");
    const difference = subtract(q(1, "h"), q(30, "min"));
    if (isMismatch(difference)) throw new Error("mismatch");
    expect(convert(difference, "min")).toBe(30);
  });

  it("says which two dimensions do not go together", () => {
    for (const result of [
      add(q(1, "GB"), q(1, "s")),
      subtract(q(1, "GB"), q(1, "s")),
      compare(q(1, "GB"), q(1, "s")),
    ]) {
      expect(result).toEqual({ mismatch: [dimension("B"), dimension("s")] });
    }
  });

  it("derives dimensions by multiplication and division", () => {
    expect(divide(q(80, "GB"), q(2, "s")).dimension.key).toBe("B/s");
    expect(multiply(q(16_384, "GPUs"), q(54, "days")).dimension.key).toBe("GPU*s");
    expect(convert(multiply(q(2.5, "$/GPU-hour"), q(100, "GPU-hours")), "$")).toBeCloseTo(250, 9);
    expect(divide(q(3, "GB"), q(1.5, "GB"))).toEqual(q(2));
  });

  it("keeps the unit through a plain factor and drops it otherwise", () => {
    expect(print(multiply(q(90, "%"), q(80, "GiB")))).toBe("72 GiB");
    expect(print(multiply(q(2), q(30, "min")))).toBe("60 min");
    expect(divide(q(1), q(50, "%")).unit).toBeUndefined();
    expect(divide(q(1), q(2, "s")).unit).toBeUndefined();
    expect(multiply(q(1, "GB"), q(1, "GB")).unit).toBeUndefined();
  });

  it("raises to powers that leave whole exponents", () => {
    const square = power(q(3, "s"), q(2));
    if (isMismatch(square)) throw new Error("mismatch");
    expect([square.value, square.dimension.key]).toEqual([9, "s^2"]);
    const root = power(square, q(0.5));
    if (isMismatch(root)) throw new Error("mismatch");
    expect([root.value, root.dimension.key]).toEqual([3, "s"]);
    expect(isMismatch(power(q(2, "s"), q(0.5)))).toBe(true);
    expect(isMismatch(power(q(2), q(1, "s")))).toBe(true);
  });

  it("compares and negates", () => {
    expect(compare(q(1, "GiB"), q(1, "GB"))).toBe(1);
    expect(compare(q(8, "b"), q(1, "B"))).toBe(0);
    expect(print(negate(q(5, "ms")))).toBe("-5 ms");
  });

  it("re-units only within a dimension", () => {
    expect(as(q(1, "GB"), "s")).toBeNull();
    expect(as(q(1, "GB"), "no unit")).toBeNull();
    expect(print(as(q(8, "Gb/s"), "GB/s") ?? q(0))).toBe("1 GB/s");
  });

  it("reads back the key of any dimension", () => {
    for (const key of ["1", "B", "B/s", "GPU*s", "$/GPU/s", "1/s", "s^2", "FLOP/B"])
      expect(dimension(key).key).toBe(key);
    expect(() => dimension("GB")).toThrow();
  });
});
