import { percent, signedPercent } from "../statistics/numberText.ts";
import { reasonLines } from "../statistics/skipped.ts";
import type { Errors } from "../statistics/statistics.ts";
import type { KernelBoard } from "./validateKernels.ts";

export const kernelHeads = ["n", "median", "MAPE", "signed", "median, fitted on", "median, held out"];

/**
 * Table cells of a group of kernels: number and errors of all rows, then the median errors of the fitted and of
 * the held-out half.
 */
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

/** Kernels' part of the scoreboard for a terminal. Empty where no table of kernels was read. */
export function kernelsText(board: KernelBoard): string {
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
  lines.push(...reasonLines(board.skipped));
  return `${lines.join("\n")}\n`;
}
