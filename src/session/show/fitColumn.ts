import type { Fit } from "../../engine/trainingStep/memory/fit.ts";
import type { Cell, Table } from "../../report/index.ts";

const CELLS: Readonly<Record<Fit, Cell>> = {
  yes: { text: "yes", value: "yes" },
  maybe: { text: "maybe", value: "maybe", tone: "warning" },
  no: { text: "✗ no", value: "no", tone: "bad" },
};

/**
 * The table with a column that says which rows fit their devices, placed before its remarks. The table itself where all
 * rows fit. `fits` has one entry per row, null for a row without an answer.
 */
export function withFits(table: Table, fits: readonly (Fit | null)[]): Table {
  if (fits.every((fit) => fit === null || fit === "yes")) return table;
  const remark = table.columns.findIndex((column) => column.remark);
  const place = remark < 0 ? table.columns.length : remark;
  const { rows } = table;
  const marked = (row: readonly Cell[], at: number): readonly Cell[] => {
    const fit = fits[at];
    return row.toSpliced(place, 0, fit ? CELLS[fit] : { text: "–" });
  };
  return {
    ...table,
    columns: table.columns.toSpliced(place, 0, { title: "fits", align: "left" }),
    rows: {
      length: rows.length,
      at(index) {
        const row = rows.at(index);
        return row && marked(row, index);
      },
      *[Symbol.iterator]() {
        let at = 0;
        for (const row of rows) yield marked(row, at++);
      },
    },
  };
}
