import { percent, signedPercent } from "../statistics/numberText.ts";
import { reasonLines } from "../statistics/skipped.ts";
import type { Group, Scoreboard } from "./validate.ts";

const heads = ["n", "MAPE", "median", "p90", "signed"];

/** Scoreboard for a terminal. */
export function scoreboardText(board: Scoreboard): string {
  const lines: string[] = [];
  for (const by of [
    "all",
    "part",
    "source",
    "scale",
    "device",
    "framework",
    "consistency",
    "assumed",
    "cells",
    "hosts",
  ] as const) {
    const groups = board.groups.filter((group) => group.by === by);
    if (groups.length === 0) continue;
    const width = Math.min(60, Math.max(...groups.map(({ name }) => name.length), by.length));
    const cells = (first: string, rest: readonly string[]) =>
      [clipped(first, width).padEnd(width), ...rest.map((cell) => cell.padStart(8))].join(" ");
    lines.push(
      cells(`by ${by}`, ["time", "", "", "", "", "memory"]),
      cells("", [...heads, ...heads, "over"]),
    );
    for (const group of groups) lines.push(cells(group.name, figures(group)));
    lines.push("");
  }
  lines.push(`${board.rows.length} rows compared, ${board.skipped.length} not:`);
  lines.push(...reasonLines(board.skipped));
  return `${lines.join("\n")}\n`;
}

/** Name shortened in the middle: sources differ at both ends. */
function clipped(name: string, width: number): string {
  return name.length <= width ? name : `${name.slice(0, width - 17)}… ${name.slice(-15)}`;
}

/** Cells of a group's line: five for time, five for memory, and the runs predicted out of memory. */
export function figures({ time, memory, overMemory }: Group): readonly string[] {
  return [time, memory]
    .flatMap((errors) =>
      errors
        ? [
            String(errors.n),
            percent(errors.mape),
            percent(errors.median),
            percent(errors.p90),
            signedPercent(errors.signed),
          ]
        : ["", "", "", "", ""],
    )
    .concat(overMemory.length > 0 ? String(overMemory.length) : "");
}
