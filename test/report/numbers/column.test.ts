import { describe, expect, test } from "vitest";
import { dataTable } from "../../../src/report/builders/dataTable.ts";
import { numberColumn, percents } from "../../../src/report/numbers/column.ts";

const DAY = 86_400;

describe("a column's unit", () => {
  const texts = (values: readonly number[], base: string) => {
    const column = numberColumn(values, base);
    return [column.unit, ...values.map((value) => column.cell(value).text)];
  };
  test("is the largest number's", () => {
    expect(texts([200 * DAY, 400 * DAY, 800 * DAY], "s")).toEqual(["years", "0.548", "1.095", "2.190"]);
  });
  test("is the median's where most are below one in that", () => {
    expect(texts([88.8 * DAY, 89.4 * DAY, 2_205 * DAY], "s")).toEqual(["days", "88.80", "89.40", "2,205.00"]);
    expect(texts([20, 30, 0, 400], "s")).toEqual(["s", "20", "30", "0", "400"]);
  });
  test("of numbers far apart is each one's own, where that is asked for", () => {
    const own = (values: readonly number[]) => {
      const column = numberColumn(values, "s", undefined, { own: true });
      return [column.unit, ...values.map((value) => column.cell(value).text)];
    };
    expect(own([300, 3_600, 30 * DAY])).toEqual([undefined, "5 min", "60 min", "30 days"]);
    expect(own([DAY, 30 * DAY])).toEqual(["days", "1", "30"]);
  });
});

test("shares have a decimal where one of them has", () => {
  const texts = (values: readonly number[]) => values.map(percents(values));
  expect(texts([0.463, 0.24, -0.8, 0.003, 0, 1, 1.2])).toEqual([
    ...["46.3%", "24.0%", "-80.0%", "0.30%", "0%", "100%", "120%"],
  ]);
  expect(texts([0.5, 0.24])).toEqual(["50%", "24%"]);
});

test("a column of money beside one in millions is in millions as well", () => {
  const money = (title: string) => ({ title, base: "$", unit: "$" });
  const heads = (rows: readonly (readonly number[])[]) =>
    dataTable(["low", "high"].map(money), rows).columns.map(({ unit }) => unit);
  expect(heads([[9_605_199, 14_970_000]])).toEqual(["$M", "$M"]);
  expect(heads([[960_519, 14_970_000]])).toEqual(["$", "$M"]);
  expect(heads([[9_605_199, 9_605_199]])).toEqual(["$", "$"]);
});
