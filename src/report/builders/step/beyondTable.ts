import type { Estimate } from "../../../engine/estimate/estimate.ts";
import type { Table } from "../../document/document.ts";
import { numberColumn } from "../../numbers/column.ts";
import { printed, share } from "../../numbers/number.ts";

/**
 * Tables of the bytes that a plan offloads to a node's host memory or drives: each part with its share of the
 * capacity. Empty where nothing is offloaded.
 */
export function beyondTable({ memory }: Estimate, unit = "GiB"): readonly Table[] {
  return memory.beyond.map(({ place, held, capacity }) => {
    const column = numberColumn([held.value], "B", unit);
    const row = (label: string, bytes: number) => {
      const of = capacity === null ? null : bytes / capacity;
      return [
        { text: label },
        column.cell(bytes),
        of === null ? { text: "–" } : { text: share(of), value: of, bar: Math.min(1, of) },
      ];
    };
    const where = place === "host" ? "Memory of a node's host" : "Drives of a node";
    return {
      kind: "table",
      caption: `${where}${capacity === null ? ", whose size is not known" : `, of ${printed(capacity, "B", unit)}`}`,
      columns: [
        { title: "offloaded", align: "left" },
        { title: "", align: "right", unit },
        { title: "of capacity", align: "right" },
      ],
      rows: [...held.parts.map(({ label, value }) => row(label, value)), row("total", held.value)],
      total: true,
    };
  });
}
