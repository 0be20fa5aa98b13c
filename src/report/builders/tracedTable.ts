import type { Cell, Table } from "../document/document.ts";
import { numberColumn } from "../numbers/column.ts";
import { changeCell } from "./changeCell.ts";

/** Row of a table of measured and predicted times: a part of the step, or a part of a part (`indent` 1). Times in s. */
export interface TracedRow {
  readonly label: string;
  readonly indent: number;
  readonly measured: number | null;
  readonly predicted: number | null;
}

/** Table of the parts of a step, measured and predicted, with the difference in time and in percent of the prediction. */
export function tracedTable(label: string, rows: readonly TracedRow[], caption: string): Table {
  const times = rows.flatMap(({ measured, predicted }) => [measured ?? 0, predicted ?? 0]);
  const column = numberColumn(times, "s");
  const unit = column.unit === undefined ? {} : { unit: column.unit };
  const cell = (value: number | null): Cell => (value === null ? { text: "–" } : column.cell(value));
  return {
    kind: "table",
    caption,
    columns: [
      { title: "part of the step", align: "left" },
      { title: label, align: "right", ...unit },
      { title: "predicted", align: "right", ...unit },
      { title: "difference", align: "right", ...unit },
      { title: "of the prediction", align: "right" },
    ],
    rows: rows.map(({ label: name, indent, measured, predicted }) => [
      { text: name, indent },
      cell(measured),
      cell(predicted),
      cell(measured === null || predicted === null ? null : measured - predicted),
      measured === null || predicted === null ? { text: "–" } : changeCell(predicted, measured, "down"),
    ]),
    total: true,
  };
}
