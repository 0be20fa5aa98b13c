import type { Breakdown } from "../../engine/estimate/breakdown.ts";
import type { Cell, Table, Why } from "../document/document.ts";
import { numberColumn } from "../numbers/column.ts";
import { changeCell } from "./changeCell.ts";

export interface Compared {
  readonly label: string;
  readonly breakdown: Breakdown;
  /** Expression of the scenario that the breakdown belongs to, where a program has one. */
  readonly of?: string;
  /** Upper limit of the breakdown's value, such as a device's capacity, in the breakdown's unit. */
  readonly limit?: number;
  /** Verdict on the memory of the plan behind the breakdown, for figures. */
  readonly fits?: "yes" | "maybe" | "no";
}

/**
 * Table that compares breakdowns: one row per part (matched by name), and with two breakdowns the change from
 * the first to the second. Parts that are zero in all are left out.
 */
export function comparison(compared: readonly Compared[], unit?: string): Table {
  const base = compared[0]?.breakdown.unit ?? "1";
  const column = numberColumn(
    compared.map((one) => one.breakdown.value),
    base,
    unit,
  );
  const unitPart = column.unit === undefined ? {} : { unit: column.unit };
  const change = compared.length === 2;
  const row = (label: string, indent: number, nodes: readonly (Breakdown | undefined)[]): readonly Cell[] => [
    { text: label, indent },
    ...nodes.map((node, at) =>
      node === undefined
        ? { text: "–" }
        : column.cell(node.value, { why: whyOf(node.name, compared[at]?.of) }),
    ),
    ...(change ? [changeCell(nodes[0]?.value ?? 0, nodes[1]?.value ?? 0)] : []),
  ];
  const rows: (readonly Cell[])[] = [];
  const visit = (nodes: readonly (Breakdown | undefined)[], level: number): void => {
    for (const [name, label] of partNames(nodes)) {
      const parts = nodes.map((node) => node?.parts.find((part) => part.name === name));
      if (parts.every((part) => part === undefined || part.value === 0)) continue;
      rows.push(row(label, level, parts));
      visit(parts, level + 1);
    }
  };
  const roots = compared.map((one) => one.breakdown);
  visit(roots, 0);
  return {
    kind: "table",
    columns: [
      { title: compared[0]?.breakdown.label ?? "", align: "left" },
      ...compared.map((one) => ({ title: one.label, align: "right" as const, ...unitPart })),
      ...(change ? [{ title: "change", align: "right" as const }] : []),
    ],
    rows: [...rows, row("total", 0, roots)],
    total: true,
  };
}

const whyOf = (path: string, of: string | undefined): Why => ({ path, ...(of === undefined ? {} : { of }) });

function partNames(nodes: readonly (Breakdown | undefined)[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const node of nodes) {
    for (const part of node?.parts ?? []) if (!names.has(part.name)) names.set(part.name, part.label);
  }
  return names;
}
