import { withUnit } from "../../units/index.ts";
import { cell, table } from "../statistics/markdownTable.ts";
import { percent, signedPercent } from "../statistics/numberText.ts";
import type { Errors } from "../statistics/statistics.ts";
import { FEWEST, type Goal, MEMORY, memoryWhys, USUAL, type Yardstick, yardsticks } from "./peers.ts";
import type { Group, Scoreboard } from "./validate.ts";

/** One line of the goals: a group of rows, its goal, and the engine's errors. */
interface Line {
  readonly title: string;
  readonly goal: Goal;
  readonly all: Errors;
  readonly heldOut: Errors | null;
  readonly neighbours: Group["neighbours"];
  readonly of: "time" | "memory";
  readonly yardstick: Yardstick | null;
}

function whyOf({ title, of, yardstick }: Line): string {
  const why = of === "time" ? yardstick?.why : memoryWhys.find(([name]) => title.startsWith(name))?.[1];
  return why ?? "the cause is not yet known.";
}

/** Section of `docs/validation.md` that compares the engine with its goals and with other tools. */
export function goalsMarkdown(board: Scoreboard): readonly string[] {
  const time = timeLines(board);
  const memory = memoryLines(board);
  const missed = [...time, ...memory].filter(isMissed);
  return [
    "## Goals and peers",
    table(
      [
        "table",
        "goal",
        ...FIGURES,
        ...FIGURES.map((head) => `held out: ${head}`),
        "met",
        "nearest runs: MAPE",
        "corrected by them: MAPE",
        "one constant, median",
        "peers' MAPE",
      ],
      time.map((line) => [
        ...figuresOf(line),
        ...(["rate", "corrected"] as const).map((key) =>
          line.neighbours ? percent(line.neighbours[key].mape) : "",
        ),
        line.yardstick?.oneConstant ? withUnit(String(line.yardstick.oneConstant), "%") : "",
        line.yardstick?.peers ?? "",
      ]),
    ),
    `A goal applies to the held-out rows of a source, or to all its rows if fewer than ${FEWEST} are held out. Every source with at least ${FEWEST} rows has a goal. Other tools' figures on vTrain cover all 1,549 published iterations; the tables here have every second one. "One constant" assumes the same hardware efficiency for every run of a table, with recomputation counted as a factor of 4/3. Where it is already close, as on the classic tables, a low error proves little. The large sweeps tell models apart. For comparison, fifteen constants fitted to half of vTrain reached 9.8% (one node) and 10.1% (several nodes) on the other half.`,
    '"Nearest runs" predicts from the table instead of the engine, for sources with at least 30 runs. A held-out run gets the median FLOP/s per device of the three most similar runs in the other half (`src/validation/scoreboard/neighbours.ts`). "Corrected by them" divides the engine\'s prediction by its median error on the same three runs. If the corrected error is much smaller than the engine\'s, the engine misses something systematic that the columns record. If it is larger, similar runs differ in something that no column records.',
    "## Goals for peak memory",
    table(
      [
        "source",
        "goal",
        ...FIGURES,
        ...FIGURES.map((head) => `held out: ${head}`),
        "met",
        "predicted out of memory",
      ],
      memory.map((line, at) => [...figuresOf(line), String(overMemory(board, memory[at]?.title ?? ""))]),
    ),
    ...overMemoryText(board),
    ...(missed.length === 0
      ? []
      : [
          "## Goals that are not met, and why",
          missed
            .map((line) => `- **${line.title}${line.of === "memory" ? ", memory" : ""}**: ${whyOf(line)}`)
            .join("\n"),
        ]),
  ];
}

const FIGURES = ["n", "MAPE", "median", "signed"] as const;

function figuresOf(line: Line): readonly string[] {
  const cells = (errors: Errors | null) =>
    errors
      ? [String(errors.n), percent(errors.mape), percent(errors.median), signedPercent(errors.signed)]
      : FIGURES.map(() => "");
  const { of, percent: most } = line.goal;
  const asked = `${of === "mape" ? "MAPE" : "median"} ${withUnit(String(most), "%")}`;
  return [cell(line.title), asked, ...cells(line.all), ...cells(line.heldOut), isMissed(line) ? "no" : "yes"];
}

function isMissed({ goal, all, heldOut }: Line): boolean {
  const judged = heldOut && heldOut.n >= FEWEST ? heldOut : all;
  return judged[goal.of] > goal.percent / 100;
}

function timeLines(board: Scoreboard): readonly Line[] {
  const named = yardsticks.flatMap((yardstick) => {
    const { title, by, groups, goal } = yardstick;
    const found = board.groups.filter(
      (group) => group.by === by && groups.some((name) => group.name.startsWith(name)),
    );
    return found.flatMap((group) =>
      lineOf(
        board,
        group,
        "time",
        found.length === 1 && !group.name.startsWith(title) ? title : group.name,
        goal,
        yardstick,
      ),
    );
  });
  const known = (name: string) =>
    yardsticks.some(({ groups }) => groups.some((group) => name.startsWith(group) || group.startsWith(name)));
  const others = board.groups
    .filter(({ by, name, time }) => by === "source" && (time?.n ?? 0) >= FEWEST && !known(name))
    .flatMap((group) => lineOf(board, group, "time", group.name, USUAL, null));
  return [...named, ...others];
}

function memoryLines(board: Scoreboard): readonly Line[] {
  return board.groups
    .filter(({ by }) => by === "source")
    .flatMap((group) => lineOf(board, group, "memory", group.name, MEMORY, null));
}

function lineOf(
  board: Scoreboard,
  group: Group,
  of: "time" | "memory",
  title: string,
  goal: Goal,
  yardstick: Yardstick | null,
): readonly Line[] {
  const all = group[of];
  if (!all) return [];
  const part = board.groups.find(
    ({ by, name }) => by === `${group.by} and part` && name === `${group.name}, held out`,
  );
  const neighbours = part?.neighbours ?? null;
  return [{ title, goal, all, heldOut: part?.[of] ?? null, neighbours, of, yardstick }];
}

/** Paragraph on runs that ran although the engine predicts out of memory. */
function overMemoryText(board: Scoreboard): readonly string[] {
  const ids = board.groups.find(({ by }) => by === "all")?.overMemory ?? [];
  if (ids.length === 0) return [];
  return [
    "Measured runs that are predicted to run out of memory, from the sources above and from sources without measured memory:",
    ids.map((id) => `- \`${id}\``).join("\n"),
  ];
}

function overMemory(board: Scoreboard, source: string): number {
  return board.groups.find(({ by, name }) => by === "source" && name === source)?.overMemory.length ?? 0;
}
