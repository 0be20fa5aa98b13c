import { cell, table } from "../statistics/markdownTable.ts";
import { percent, signedPercent } from "../statistics/numberText.ts";
import { reasonLines, reasons } from "../statistics/skipped.ts";
import type { Errors } from "../statistics/statistics.ts";
import type { CollectiveBoard, CollectiveGroup } from "./collectives.ts";

const heads = ["n", "median", "MAPE", "p90", "signed"];
const titles = {
  part: "part",
  operation: "operation",
  machine: "source, device, nodes",
  "machine and part": "source, device, nodes, part",
} as const;

/** Section of `docs/validation.md` on collectives. */
export function collectivesMarkdown(board: CollectiveBoard): string {
  const [all] = board.groups;
  const worst = [...board.rows]
    .filter(({ bytes }) => bytes > 2 ** 20)
    .sort((a, b) => Math.abs(b.relError) - Math.abs(a.relError))
    .slice(0, 10);
  return [
    "## Collectives",
    `Single calls of collectives, measured with nccl-tests and PyTorch (\`validation/collectives.csv\`), compared with the engine's time of the same collective on that machine of the standard library: ${board.rows.length} calls compared, ${board.skipped.length} rows not. Above 1 MiB the goal is a median of 15%${all?.above ? `; it is ${percent(all.above.median)}` : ""}. Below it latencies dominate, which depend on how the kernels are launched.`,
    ...(["part", "operation", "machine", "machine and part"] as const).map((by) =>
      table(
        [
          titles[by],
          ...heads.map((head) => `${head}, above 1 MiB`),
          ...heads.map((head) => `${head}, up to 1 MiB`),
        ],
        board.groups.filter((group) => group.by === by).map((group) => [cell(group.name), ...figures(group)]),
      ),
    ),
    "Largest errors above 1 MiB:",
    table(
      ["row", "bytes", "algorithm", "measured", "predicted", "error"],
      worst.map(({ id, bytes, algorithm, measured, predicted, relError }) => [
        id,
        String(bytes),
        algorithm,
        microseconds(measured),
        microseconds(predicted),
        signedPercent(relError),
      ]),
    ),
    table(
      ["rows not compared", "reason"],
      reasons(board.skipped).map(([reason, ids]) => [String(ids.length), cell(reason)]),
    ),
  ].join("\n\n");
}

/** Collectives' part of the scoreboard for a terminal. */
export function collectivesText(board: CollectiveBoard): string {
  const lines: string[] = [];
  for (const by of ["all", "part", "operation", "machine"] as const) {
    const groups = board.groups.filter((group) => group.by === by);
    if (groups.length === 0) continue;
    const width = Math.max(...groups.map(({ name }) => name.length), 24);
    const line = (first: string, rest: readonly string[]) =>
      [first.padEnd(width), ...rest.map((text) => text.padStart(8))].join(" ");
    if (by === "all") lines.push(line("collectives", ["> 1 MiB", "", "", "", "", "<= 1 MiB"]));
    lines.push(line(`by ${by}`, [...heads, ...heads]));
    for (const group of groups) lines.push(line(group.name, figures(group)));
    lines.push("");
  }
  lines.push(`${board.rows.length} calls of collectives compared, ${board.skipped.length} rows not:`);
  lines.push(...reasonLines(board.skipped));
  return `${lines.join("\n")}\n`;
}

function figures({ above, below }: CollectiveGroup): readonly string[] {
  const of = (errors: Errors | null) =>
    errors
      ? [
          String(errors.n),
          percent(errors.median),
          percent(errors.mape),
          percent(errors.p90),
          signedPercent(errors.signed),
        ]
      : ["", "", "", "", ""];
  return [...of(above), ...of(below)];
}

const microseconds = (seconds: number) => `${Number((seconds * 1e6).toPrecision(4))} us`;
