import type { Estimate } from "../../../engine/estimate/estimate.ts";
import type { Table } from "../../document/document.ts";
import { TIERS } from "../../groups/commGroups.ts";
import { opName } from "../../naming/opName.ts";
import { numberColumn } from "../../numbers/column.ts";
import { plain, printed } from "../../numbers/number.ts";

/**
 * Table of a step's collectives on the busiest device: message, total time, exposed time, link and algorithm.
 * Times come first, so that a wide table shows them without scrolling.
 */
export function commTable(estimate: Estimate): Table {
  const { comm } = estimate;
  const total = comm.reduce((sum, one) => sum + one.totalSeconds, 0);
  const exposed = comm.reduce((sum, one) => sum + one.exposedSeconds, 0);
  const step = estimate.time.step.value;
  const time = numberColumn([total], "s");
  const timeUnit = time.unit === undefined ? {} : { unit: time.unit };
  return {
    kind: "table",
    caption:
      comm.length === 0
        ? "No communication: every parallel degree is 1"
        : `Communication of one device in one step. Exposed: time that does not overlap computation${protocols(comm)}`,
    columns: [
      { title: "dim", align: "left" },
      { title: "operation", align: "left" },
      { title: "tensor", align: "left" },
      { title: "total", align: "right", ...timeUnit },
      { title: "exposed", align: "right", ...timeUnit },
      { title: "group", align: "right" },
      { title: "link", align: "left" },
      { title: "algorithm", align: "left" },
      { title: "bytes", align: "right" },
      { title: "calls", align: "right" },
    ],
    rows: [
      ...comm.map((one) => [
        { text: one.dimension, value: one.dimension },
        { text: opName(one.op), value: one.op },
        { text: one.what, value: one.what },
        time.cell(one.totalSeconds),
        time.cell(one.exposedSeconds, { bar: step > 0 ? Math.min(1, one.exposedSeconds / step) : 0 }),
        { text: plain(one.groupSize), value: one.groupSize },
        { text: TIERS[one.tier], value: one.tier },
        { text: one.algorithm.replaceAll("_", " "), value: one.algorithm },
        { text: printed(one.bytes, "B"), value: one.bytes },
        { text: plain(one.count), value: one.count },
      ]),
      ...(comm.length === 0
        ? []
        : [
            [
              { text: "total" },
              ...Array.from({ length: 2 }, () => ({ text: "" })),
              time.cell(total),
              time.cell(exposed, { bar: step > 0 ? Math.min(1, exposed / step) : 0 }),
              ...Array.from({ length: 5 }, () => ({ text: "" })),
            ],
          ]),
    ],
    total: comm.length > 0,
  };
}

/**
 * Part of the caption that explains NCCL's protocols, such as "ring LL128". Empty where no collective names
 * one.
 */
function protocols(comm: Estimate["comm"]): string {
  const named = ["LL", "LL128", "Simple"].filter((name) =>
    comm.some(({ algorithm }) => algorithm.split(/[ _]/).includes(name)),
  );
  if (named.length === 0) return "";
  const list = [named.slice(0, -1).join(", "), named.at(-1)].filter(Boolean).join(" and ");
  return `. ${list}: NCCL ${named.length === 1 ? "protocol" : "protocols"}`;
}
