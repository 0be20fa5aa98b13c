import type { Fit } from "../../engine/trainingStep/memory/fit.ts";
import type { Cell, Table } from "../../report/index.ts";

const CELLS: Readonly<Record<Fit, Cell>> = {
  yes: { text: "yes", value: "yes" },
  maybe: { text: "maybe", value: "maybe", tone: "warning" },
  no: { text: "✗ no", value: "no", tone: "bad" },
};

/** True for a column that already shows which rows fit their devices, because the program asked for it. */
const saysFit = ({ title }: { readonly title: string }): boolean =>
  title === "memory.fits" || title === "fits";

/**
 * Adds a column that shows which rows fit their devices, before the table's remarks. A table that already has such a
 * column gets its cells coloured. Where all rows fit, the table is returned unchanged. `fits` has one entry per row,
 * null for a row without results.
 */
export function withFits(table: Table, fits: readonly (Fit | null)[]): Table {
  if (fits.every((fit) => fit === null || fit === "yes")) return table;
  const asked = table.columns.findIndex(saysFit);
  const remark = table.columns.findIndex((column) => column.remark);
  const place = asked >= 0 ? asked : remark < 0 ? table.columns.length : remark;
  const { rows } = table;
  const marked = (row: readonly Cell[], at: number): readonly Cell[] => {
    const fit = fits[at];
    if (asked < 0) return row.toSpliced(place, 0, fit ? CELLS[fit] : { text: "–" });
    // A user's column of that name may hold something else.
    return fit && row[asked]?.text === fit ? row.with(asked, CELLS[fit]) : row;
  };
  return {
    ...table,
    columns: asked < 0 ? table.columns.toSpliced(place, 0, { title: "fits", align: "left" }) : table.columns,
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
