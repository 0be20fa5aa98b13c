import type { Block, Cell, Document } from "../document/document.ts";

/** Document as plain JSON data: tables as records of base-unit values, figures as their specification. */
export function toJson(document: Document): unknown {
  return document.blocks.map(blockJson);
}

function blockJson(block: Block): unknown {
  switch (block.kind) {
    case "heading":
    case "paragraph":
      return { kind: block.kind, text: block.text };
    case "verdict":
      return { kind: block.kind, tone: block.tone, text: block.text };
    case "file":
    case "control":
      return block;
    case "table":
      return {
        kind: block.kind,
        caption: block.caption ?? null,
        columns: block.columns.map((column) => ({ title: column.title, unit: column.unit ?? null })),
        rows: Array.from(block.rows, (row) => row.map(cellValue)),
      };
    case "figure":
      return { kind: block.kind, title: block.title, data: block.data, layout: block.layout };
    case "tree":
      return { kind: block.kind, root: block.root };
  }
}

/** Base-unit value of a cell, or its text where it has none. null for infinity, which JSON lacks. */
function cellValue(cell: Cell): number | string | boolean | null {
  if (typeof cell.value === "number") return Number.isFinite(cell.value) ? cell.value : null;
  return cell.value ?? cell.text;
}
