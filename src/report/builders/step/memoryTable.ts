import type { Estimate } from "../../../engine/estimate/estimate.ts";
import type { Cell, Table, Why } from "../../document/document.ts";
import { memoryKinds, partValue } from "../../groups/memoryKinds.ts";
import { numberColumn } from "../../numbers/column.ts";
import { printed } from "../../numbers/number.ts";

/**
 * Table of one device's memory on each pipeline stage, at the stage's own peak: one row per stage, first the
 * total with its share of the capacity as a bar, then one column per kind of memory. The total stays in view
 * where the table is wider than a page. Adjacent stages that print equal numbers share a row. `unit` is any
 * unit of bytes.
 */
export function memoryTable(estimate: Estimate, unit = "GiB"): Table {
  const { stages, capacity, peakStage } = estimate.memory;
  const kinds = memoryKinds(stages);
  const column = numberColumn(
    stages.map((stage) => stage.value),
    "B",
    unit,
  );
  const rows: { first: number; last: number; cells: readonly Cell[]; peak: boolean }[] = [];
  stages.forEach((stage, index) => {
    const whyOf = (path: string): Why => (stages.length > 1 ? { path, stage: index } : { path });
    const cells = [
      column.cell(stage.value, {
        bar: capacity > 0 ? Math.min(1, stage.value / capacity) : 0,
        why: whyOf("memory"),
      }),
      ...kinds.map((kind) => column.cell(partValue(stage, kind.name), { why: whyOf(`memory.${kind.name}`) })),
    ];
    const previous = rows.at(-1);
    const peak = index === peakStage;
    const alike =
      previous !== undefined && !peak && !previous.peak && sameLayout(estimate, index)
        ? previous.cells.every((cell, at) => cell.text === cells[at]?.text)
        : false;
    if (previous !== undefined && alike) previous.last = index;
    else rows.push({ first: index, last: index, cells, peak });
  });
  return {
    kind: "table",
    caption:
      `Memory per device at its peak, ${unit}; capacity ${printed(capacity, "B", unit)}` +
      (stages.length > 1 ? `, fullest stage ${peakStage}` : ""),
    columns: [
      { title: "stage", align: "left" },
      { title: "layers", align: "right" },
      { title: "total", align: "right" },
      ...kinds.map((kind) => ({ title: kind.label, align: "right" as const })),
    ],
    rows: rows.map((row) => [
      { text: row.first === row.last ? `${row.first}` : `${row.first}–${row.last}`, value: row.first },
      layersCell(estimate, row.first),
      ...row.cells,
    ]),
  };
}

function sameLayout(estimate: Estimate, index: number): boolean {
  return layersCell(estimate, index).text === layersCell(estimate, index - 1).text;
}

/** Cell with the number of layers on a pipeline stage: `12`, `6 + emb`, `6 + head`. */
function layersCell(estimate: Estimate, index: number): Cell {
  const layout = estimate.stages[index];
  if (layout === undefined) return { text: "–" };
  const parts = [`${layout.layers}`];
  if (layout.embedding) parts.push("emb");
  if (layout.head) parts.push("head");
  return { text: parts.join(" + "), value: layout.layers };
}
