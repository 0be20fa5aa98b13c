import type { TableValue } from "../../dsl/evaluate/index.ts";
import { type DataValue, dataTable } from "../../report/index.ts";
import { printNumber } from "../../units/index.ts";
import { blocks, type Shown } from "./shown.ts";
import { bestText, counted } from "./tableCaption.ts";

/**
 * Table of the outcomes of a sweep's or search's combinations: how many were skipped for each reason, and how many are
 * left.
 */
export function showSkipped(table: TableValue): Shown {
  const { name, tried, feasible, rows, skipped } = table;
  const left = feasible ?? rows.length;
  const rest = rows.length < left ? `${bestText(table)} are listed` : "";
  const lines: (readonly DataValue[])[] = [
    ...skipped.map(({ reason, count, example }) => [reason, count, example]),
    [rest === "" ? "listed" : "evaluated", left, rest],
  ];
  const what = counted(table);
  return {
    kind: "shown",
    document: blocks(
      dataTable([{ title: "reason" }, { title: what }, { title: "example" }], lines, {
        caption: `${name}: outcome of ${printNumber(tried)} ${what}`,
      }),
    ),
    data: { tried, feasible, skipped },
  };
}
