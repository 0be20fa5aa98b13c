import type { Breakdown } from "../../engine/estimate/breakdown.ts";
import type { Cell, Table } from "../document/document.ts";
import { numberColumn } from "../numbers/column.ts";
import { share } from "../numbers/number.ts";

export interface BreakdownOptions {
  readonly unit?: string;
  readonly caption?: string;
  /** Number of levels of parts that the table shows; all by default. */
  readonly depth?: number;
}

/**
 * Table of a number and its parts, indented by level: part, value, and share of the whole with a bar. Zero parts are
 * left out.
 */
export function breakdownTable(breakdown: Breakdown, options: BreakdownOptions = {}): Table {
  const column = numberColumn([breakdown.value], breakdown.unit, options.unit);
  const rows: (readonly Cell[])[] = [];
  const visit = (node: Breakdown, level: number): void => {
    for (const part of node.parts) {
      if (part.value === 0) continue;
      rows.push(row(part, level));
      if (level + 1 < (options.depth ?? Number.POSITIVE_INFINITY)) visit(part, level + 1);
    }
  };
  const row = (node: Breakdown, level: number): readonly Cell[] => [
    { text: node.label, value: node.name, indent: level },
    column.cell(node.value, { why: { path: node.name } }),
    shareCell(node.value, breakdown.value),
  ];
  visit(breakdown, 0);
  return {
    kind: "table",
    ...(options.caption === undefined ? {} : { caption: options.caption }),
    columns: [
      { title: breakdown.label, align: "left" },
      { title: "", align: "right", ...(column.unit === undefined ? {} : { unit: column.unit }) },
      { title: "share", align: "right" },
    ],
    rows: [
      ...rows,
      [
        { text: "total", value: breakdown.name },
        column.cell(breakdown.value, { why: { path: breakdown.name } }),
        { text: "100.0%", value: 1 },
      ],
    ],
    total: true,
  };
}

function shareCell(value: number, whole: number): Cell {
  const part = whole === 0 ? 0 : value / whole;
  return { text: share(part), value: part, bar: Math.min(1, Math.max(0, part)) };
}
