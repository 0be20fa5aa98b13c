/** Order of a table's rows by what a column prints. */
import { describe, expect, test } from "vitest";
import { cellNumber } from "../../../src/editor/tables/cellNumber.ts";
import { sortedRows } from "../../../src/editor/tables/sortedRows.ts";

const sorted = (texts: readonly string[], order: "ascending" | "descending" = "ascending") =>
  sortedRows(texts, order).map((at) => texts[at]);

describe("the rows of a sorted table", () => {
  test("are in the order of sizes, whatever the unit", () => {
    expect(sorted(["12.35 GiB", "800 MiB", "1.2 TiB", "80 B"])).toEqual([
      "80 B",
      "800 MiB",
      "12.35 GiB",
      "1.2 TiB",
    ]);
    expect(sorted(["2 days", "119 min", "3 h", "40 s"])).toEqual(["40 s", "119 min", "3 h", "2 days"]);
    expect(sorted(["405B params", "8.03B params", "70.6B params"], "descending")[0]).toBe("405B params");
    expect(sorted(["$5.576M", "$900", "$2.50"])).toEqual(["$2.50", "$900", "$5.576M"]);
    expect(sorted(["9%", "51.4%", "-3%", "0"])).toEqual(["-3%", "0", "9%", "51.4%"]);
    expect(sorted(["1,024", "8", "256", "1e-7"])).toEqual(["1e-7", "8", "256", "1,024"]);
  });

  test("have words after numbers, and empty cells last both ways", () => {
    const texts = ["full", "–", "3", "none", "20"];
    expect(sorted(texts)).toEqual(["3", "20", "full", "none", "–"]);
    expect(sorted(texts, "descending")).toEqual(["none", "full", "20", "3", "–"]);
  });

  test("keep their order where they are alike", () => {
    expect(sortedRows(["2", "1", "2", "1"], "ascending")).toEqual([1, 3, 0, 2]);
    expect(sortedRows(["2", "1", "2", "1"], "descending")).toEqual([0, 2, 1, 3]);
  });

  test.each([
    ["12.35 GiB (15%)", 12.35 * 2 ** 30],
    ["2.788M GPU-hours", 2.788e6 * 3_600],
    ["$2.50/GPU-hour", 2.5 / 3_600],
    ["+1.2 s", 1.2],
    ["infinite", Number.POSITIVE_INFINITY],
    ["base.plan", null],
    ["", null],
  ])("%s is %s", (text, value) => {
    if (value === null || !Number.isFinite(value)) expect(cellNumber(text)).toBe(value);
    else expect(cellNumber(text)).toBeCloseTo(value, 6);
  });
});
