import { percent, signedPercent } from "../scoreboardText.ts";
import type { Errors } from "../statistics.ts";
import type { KernelScoreboard } from "./validateKernels.ts";

export const kernelHeads = ["n", "median", "MAPE", "signed", "median, fitted on", "median, held out"];

/** The cells of a group: all its rows, then the medians of both halves. */
export function kernelFigures(all: Errors, fit: Errors | null, heldOut: Errors | null): readonly string[] {
  const median = (errors: Errors | null) => (errors ? percent(errors.median) : "");
  return [
    String(all.n),
    percent(all.median),
    percent(all.mape),
    signedPercent(all.signed),
    median(fit),
    median(heldOut),
  ];
}

/** Reasons that rows were left out for, the most frequent first. */
export function kernelReasons({ skipped }: KernelScoreboard): readonly (readonly [string, number])[] {
  const found = new Map<string, number>();
  for (const { reason } of skipped) found.set(reason, (found.get(reason) ?? 0) + 1);
  return [...found].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
}

/** The kernels' part of the scoreboard for a terminal; nothing where no table of kernels was read. */
export function kernelsText(board: KernelScoreboard): string {
  if (board.rows.length + board.skipped.length === 0) return "";
  const width = 28;
  const lines = [
    "kernels, by source, device and kind",
    [
      "".padEnd(width),
      ...["n", "median", "MAPE", "signed", "fit", "held out"].map((h) => h.padStart(8)),
    ].join(" "),
  ];
  let above = "";
  for (const { source, device, kind, all, fit, heldOut } of board.groups) {
    const head = `${source}: ${device}`;
    if (head !== above) lines.push(head);
    above = head;
    const cells = kernelFigures(all, fit, heldOut).map((cell) => cell.padStart(8));
    lines.push([`  ${kind}`.slice(0, width).padEnd(width), ...cells].join(" "));
  }
  lines.push("", `${board.rows.length} kernels compared, ${board.skipped.length} not:`);
  for (const [reason, count] of kernelReasons(board)) lines.push(`${String(count).padStart(6)}  ${reason}`);
  return `${lines.join("\n")}\n`;
}
