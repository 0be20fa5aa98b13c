/** Numbers that a slider stands at. */
import { describe, expect, test } from "vitest";
import { stops } from "../../../src/editor/controls/stops.ts";
import { stopSet, stopText } from "../../../src/editor/controls/stopText.ts";
import type { ControlRange } from "../../../src/report/document/control.ts";

const range = (low: number, high: number, unit = "", factor = 1, whole = false): ControlRange => ({
  low: { value: low * factor, unit: "1" },
  high: { value: high * factor, unit: "1" },
  whole,
  unit: { text: unit, factor },
});
const counts = (of: ControlRange, also: readonly number[] = []) => stops(of, also).map(({ count }) => count);

describe("the stops of a slider", () => {
  test("are even steps of 1, 2 or 5 over a narrow range, from end to end", () => {
    expect(counts(range(0, 50))).toHaveLength(101);
    expect(counts(range(0, 50)).slice(0, 4)).toEqual([0, 0.5, 1, 1.5]);
    expect(counts(range(1, 5))).toContain(2.35);
    expect(counts(range(0.97, 1.63)).slice(0, 3)).toEqual([0.97, 0.98, 0.99]);
  });

  test("are round numbers of each decade over a wide range, with its ends", () => {
    const found = counts(range(130, 47_000));
    expect(found.slice(0, 3)).toEqual([130, 140, 160]);
    expect(found).toContain(1_100);
    expect(found.at(-1)).toBe(47_000);
    expect(found.length).toBeLessThan(60);
  });

  test("are powers of two and their halfways where the ends are", () => {
    expect(counts(range(32, 1_024))).toEqual([32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1_024]);
  });

  test("are whole where only whole numbers can be chosen", () => {
    expect(counts(range(1, 12, "", 1, true))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(counts(range(1, 3_000, "", 1, true)).every(Number.isInteger)).toBe(true);
  });

  test("have the value that holds, and nothing outside the range", () => {
    const nic = range(100, 1_600, "Gb/s", 125e6);
    expect(counts(nic, [437 * 125e6, 9e12])).toContain(437);
    expect(counts(nic, [9e12]).at(-1)).toBe(1_600);
    for (const { value } of stops(range(0.1, 0.7, "$/GPU-hour", 1 / 3_600), [])) {
      expect(value).toBeGreaterThanOrEqual(0.1 / 3_600);
      expect(value).toBeLessThanOrEqual(0.7 / 3_600);
    }
  });

  test("are written as a reader and as the language has them", () => {
    const nic = range(100, 1_600, "Gb/s", 125e6);
    expect(stopText({ count: 1_600, value: 2e11 }, nic)).toBe("1,600 Gb/s");
    expect(stopSet({ count: 1_600, value: 2e11 }, nic)).toBe("1600 Gb/s");
    expect(stopSet({ count: 2.5, value: 1 }, range(1, 5, "$/GPU-hour"))).toBe("$2.5/GPU-hour");
    expect(stopSet({ count: 12, value: 0.12 }, range(0, 50, "%"))).toBe("12%");
    expect(stopSet({ count: 12, value: 12 }, range(0, 50))).toBe("12");
  });
});
