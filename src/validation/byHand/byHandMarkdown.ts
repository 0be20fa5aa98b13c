import { cell, table } from "../statistics/markdownTable.ts";
import { percent, signedPercent } from "../statistics/numberText.ts";
import type { ByHandBoard, ByHandFigures } from "./byHandBoard.ts";
import { GONE_BELOW, TOLD_ABOVE, whyByHand } from "./whyByHand.ts";

/**
 * Section of `docs/validation.md` on programs written by hand. It also lists the errors of the programs that
 * are generated from the same table rows.
 */
export function byHandMarkdown(
  board: ByHandBoard,
  whys: Readonly<Record<string, string>> = whyByHand,
): readonly string[] {
  const { time, memory, rows, sources } = board;
  const outside = rows.filter((row) => row.outside.length > 0).length;
  const listed = above(board, TOLD_ABOVE).flatMap((source) =>
    whys[source] === undefined ? [] : [`- **${source}**: ${whys[source]}`],
  );
  return [
    "## By hand",
    `A user has neither the tables nor the rules that read them. So \`validation/by_hand/\` has ${rows.length} programs written as a user would write them, from public facts about a run and DTP's documentation: definitions of the standard library, the obvious \`framework\`, the settings that the source states, and defaults for everything else. \`npm run validate -- --by-hand\` prints one line per program. \`validation/README.md\` says how the runs were chosen. "By table" is the error of the tables' programs on the same rows. "Inside" is the share of runs inside the 80 % interval shown to users. Its width is the upper end divided by the lower end. For ${outside} of the programs, DTP warns that they are outside the measured runs.`,
    table(
      ["", "n", "median", "mean", "signed", "inside, by run", "inside, by source", "median width"],
      [
        ["time", ...overall(time)],
        ["memory", ...overall(memory)],
      ],
    ),
    table(
      [
        "source",
        "n",
        "by hand: median",
        "by hand: mean",
        "by hand: signed",
        "inside",
        "by table: n",
        "by table: median",
        "by table: mean",
        "memory: n",
        "memory: median",
        "memory: inside",
      ],
      sources.map((one) => [
        cell(one.source),
        ...(one.time ? bySource(one.time) : ["", "", "", "", ""]),
        ...(one.byTable
          ? [String(one.byTable.n), percent(one.byTable.median), percent(one.byTable.mean)]
          : ["", "", ""]),
        ...(one.memory
          ? [String(one.memory.n), percent(one.memory.median), percent(one.memory.inside)]
          : ["", "", ""]),
      ]),
    ),
    ...(listed.length > 0 ? ["Reasons for by-hand medians above 20 %:", listed.join("\n")] : []),
  ];
}

/**
 * Mistakes in `whyByHand.ts`, one sentence each: no paragraph for a source whose median error exceeds 20 %, or
 * a paragraph left over for a source whose median error fell below 15 %.
 */
export function whysProblems(
  board: ByHandBoard,
  whys: Readonly<Record<string, string>> = whyByHand,
): readonly string[] {
  const known = above(board, GONE_BELOW);
  return [
    ...above(board, TOLD_ABOVE)
      .filter((source) => whys[source] === undefined)
      .map((source) => `the by-hand median of ${source} is above 20 %, and whyByHand.ts does not say why`),
    ...Object.keys(whys)
      .filter((source) => !known.includes(source))
      .map((source) => `whyByHand.ts has a paragraph on ${source}, whose by-hand median is below 15 %`),
  ];
}

function above({ sources }: ByHandBoard, limit: number): readonly string[] {
  return sources.filter(({ time }) => time !== null && time.median > limit).map(({ source }) => source);
}

const bySource = (figures: ByHandFigures) => [
  String(figures.n),
  percent(figures.median),
  percent(figures.mean),
  signedPercent(figures.signed),
  percent(figures.inside),
];

const overall = (figures: ByHandFigures | null) =>
  figures
    ? [...bySource(figures), percent(figures.bySource), figures.width.toFixed(2)]
    : ["0", "", "", "", "", "", ""];
