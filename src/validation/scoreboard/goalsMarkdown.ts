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
  return why ?? "not yet understood.";
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
    `Goals are of held-out rows, of all rows where fewer than ${FEWEST} are held out; every source of at least ${FEWEST} rows has one. Peers' figures on vTrain are over all 1,549 published iterations, of which every second is in the tables here. "One constant" gives every run of a table the same hardware efficiency (recompute counted 4/3): the classic tables prove little, the sweeps separate models. Fifteen constants fitted to half of vTrain reached 9.8% (one node) and 10.1% (several) on the other half.`,
    '"Nearest runs" asks the table instead of the engine, where a source has 30 runs: a held-out run gets the FLOP/s a device that the one in the middle had of the three runs for fitting that are nearest to it by the columns that say what was run (`src/validation/scoreboard/neighbours.ts`). "Corrected by them" takes from the engine\'s prediction the error in the middle of those that it has on the same three. Where that is much less than ours, what the engine misses is systematic and the columns know of it; where it is more, neighbours differ from one another in what no column says.',
    "## Goals for peak memory",
    table(
      [
        "source",
        "goal",
        ...FIGURES,
        ...FIGURES.map((head) => `held out: ${head}`),
        "met",
        "called out of memory",
      ],
      memory.map((line, at) => [...figuresOf(line), String(overMemory(board, memory[at]?.title ?? ""))]),
    ),
    ...overMemoryText(board),
    ...(missed.length === 0
      ? []
      : [
          "## Where a goal is not met, and why",
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
    "Runs that ran and are called out of memory, the sources above and those without a figure for memory:",
    ids.map((id) => `- \`${id}\``).join("\n"),
  ];
}

function overMemory(board: Scoreboard, source: string): number {
  return board.groups.find(({ by, name }) => by === "source" && name === source)?.overMemory.length ?? 0;
}
