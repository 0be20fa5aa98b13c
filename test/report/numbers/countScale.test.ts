import { expect, it } from "vitest";
import { dataTable } from "../../../src/report/builders/dataTable.ts";
import { countScale } from "../../../src/report/numbers/countScale.ts";

it("writes large counts of a table in billions and the like, with four digits", () => {
  const { columns, rows } = dataTable(
    [{ title: "params", base: "param", unit: "params" }],
    [[24_864_430_080], [850_946_969_600]],
  );
  expect(columns[0]?.unit).toBe("B params");
  expect([...rows].map(([cell]) => cell?.text)).toEqual(["24.9", "850.9"]);
});

it("leaves small counts and units that have larger ones", () => {
  expect(countScale(4_096, "tokens")).toBeNull();
  expect(countScale(1e12, "B")).toBeNull();
  expect(countScale(10_684_630, "$")?.letter).toBe("M");
});
