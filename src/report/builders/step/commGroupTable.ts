import type { Estimate } from "../../../engine/estimate/estimate.ts";
import type { Table } from "../../document/document.ts";
import { commGroups, TIERS } from "../../groups/commGroups.ts";
import { numberColumn } from "../../numbers/column.ts";
import { plain, printed, share } from "../../numbers/number.ts";

/** Table of communication by parallel group and link: bytes, calls and time, with the share of the step. */
export function commGroupTable(estimate: Estimate): Table {
  const groups = commGroups(estimate.comm);
  const step = estimate.time.step.value;
  const time = numberColumn(
    groups.map((group) => group.seconds),
    "s",
  );
  const timeUnit = time.unit === undefined ? {} : { unit: time.unit };
  return {
    kind: "table",
    caption: "Collectives by group and link. Bytes: payload of one device in one step",
    columns: [
      { title: "link", align: "left" },
      { title: "group", align: "left" },
      { title: "bytes", align: "right" },
      { title: "calls", align: "right" },
      { title: "total", align: "right", ...timeUnit },
      { title: "exposed", align: "right", ...timeUnit },
      { title: "share of step", align: "right" },
    ],
    rows: groups.map((group) => {
      const part = step > 0 ? group.exposedSeconds / step : 0;
      return [
        { text: TIERS[group.tier], value: group.tier },
        { text: `${group.dimension} of ${plain(group.groupSize)}`, value: group.dimension },
        { text: printed(group.bytes, "B"), value: group.bytes },
        { text: plain(group.calls), value: group.calls },
        time.cell(group.seconds),
        time.cell(group.exposedSeconds),
        { text: share(part), value: part, bar: Math.min(1, part) },
      ];
    }),
  };
}
