import { reasons } from "../statistics/skipped.ts";
import { kernelFigures, kernelHeads } from "./kernelsText.ts";
import type { KernelBoard } from "./validateKernels.ts";

/** Kernel section of `docs/validation.md`, as paragraphs. */
export function kernelsMarkdown(board: KernelBoard): readonly string[] {
  if (board.rows.length + board.skipped.length === 0) return [];
  return [
    "## Kernels",
    "The kernel model compared with kernels measured alone (`validation/gemm.csv`). The error is predicted / measured - 1 of the kernel's time. Predictions ignore the lower clock under the load of training (`sustained`), and a kernel takes at least the time of a launch. Constants were fitted on one half of the rows, chosen by their ids (`src/validation/statistics/split.ts`).",
    table(
      ["source", "device", "kind", ...kernelHeads],
      board.groups.map(({ source, device, kind, all, fit, heldOut }) => [
        source,
        device,
        kind,
        ...kernelFigures(all, fit, heldOut),
      ]),
    ),
    `${board.rows.length} kernels compared, ${board.skipped.length} not compared.`,
    table(
      ["kernels", "reason"],
      reasons(board.skipped).map(([reason, ids]) => [String(ids.length), reason]),
    ),
  ];
}

function table(heads: readonly string[], lines: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(heads), `|${heads.map(() => "---").join("|")}|`, ...lines.map(line)].join("\n");
}
