import type { Estimate } from "../../engine/estimate/estimate.ts";
import type { Scenario } from "../../engine/scenario/scenario.ts";
import type { Cell, Table } from "../document/document.ts";
import { percent, plain, printed } from "../numbers/number.ts";
import { changeCell, type Improves } from "./changeCell.ts";

export interface ComparedScenario {
  readonly label: string;
  readonly scenario: Scenario;
  readonly estimate: Estimate;
  /** Verdict on memory: `yes` if the plan fits its devices, `maybe`, or `no`. */
  readonly fits: string;
  /** Expression of the scenario, where the program has one. */
  readonly of?: string;
}

type Measure = readonly [
  name: string,
  unit: string,
  of: (one: ComparedScenario) => number | null,
  improves?: Improves,
];

const MEASURES: readonly Measure[] = [
  ["memory.peak", "B", ({ estimate }) => estimate.memory.peak, "down"],
  ["step_time", "s", ({ estimate }) => estimate.time.step.value, "down"],
  ["time.compute", "s", part("time.compute"), "down"],
  ["time.communication", "s", part("time.communication"), "down"],
  ["time.bubble", "s", part("time.bubble"), "down"],
  ["time.optimizer", "s", part("time.optimizer"), "down"],
  ["tokens_per_s", "token/s", ({ estimate }) => estimate.tokensPerSecond, "up"],
  ["mfu", "%", ({ estimate }) => estimate.mfu, "up"],
  ["bubble_fraction", "%", ({ estimate }) => estimate.bubbleFraction, "down"],
  ["time_to_train", "s", ({ estimate }) => estimate.run?.timeToTrain ?? null, "down"],
  ["cost", "$", ({ estimate }) => estimate.cost?.total.value ?? null, "down"],
];

function part(name: string): Measure[2] {
  return ({ estimate: { time } }) =>
    time.step.parts.flatMap((one) => [one, ...one.parts]).find((one) => one.name === name)?.value ?? null;
}

/**
 * Table that compares scenarios: the settings that differ, then the main results. With two scenarios, and with more
 * where `changes` is true, each scenario after the first has a column with its change from the first.
 */
export function scenarioComparison(compared: readonly ComparedScenario[], changes = false): Table {
  const changed = changes || compared.length === 2;
  const laidOut = (cells: readonly Cell[], change: (at: number) => Cell): readonly Cell[] =>
    cells.flatMap((cell, at) => (changed && at > 0 ? [cell, change(at)] : [cell]));
  const fits = compared.map((one): Cell => ({ text: one.fits }));
  const results = MEASURES.flatMap(([name, unit, of, improves]): readonly (readonly Cell[])[] => {
    const values = compared.map(of);
    if (values.every((value) => value === null || value === 0)) return [];
    const cells = values.map(
      (value, at): Cell =>
        value === null
          ? { text: "–" }
          : {
              text: unit === "%" ? percent(value) : printed(value, unit),
              value,
              ...whyOf(compared[at], name),
            },
    );
    return [
      [{ text: name }, ...laidOut(cells, (at) => changeCell(values[0] ?? 0, values[at] ?? 0, improves))],
    ];
  });
  const right = (title: string) => ({ title, align: "right" as const });
  return {
    kind: "table",
    columns: [
      { title: "", align: "left" },
      ...compared.flatMap(({ label }, at) =>
        changed && at > 0 ? [right(label), right("change")] : [right(label)],
      ),
    ],
    rows: [
      ...settings(compared).map(([head, ...cells]) => [head ?? NOTHING, ...laidOut(cells, () => NOTHING)]),
      [{ text: "memory.fits" }, ...laidOut(fits, () => NOTHING)],
      ...results,
    ],
  };
}

const NOTHING: Cell = { text: "" };

const whyOf = (one: ComparedScenario | undefined, path: string): Pick<Cell, "why"> =>
  one?.of === undefined ? {} : { why: { of: one.of, path } };

const PARTS = ["model", "cluster", "plan"] as const;

/**
 * Table rows of the settings that differ between scenarios. Only settings that are one word or one number are
 * compared.
 */
function settings(compared: readonly ComparedScenario[]): readonly (readonly Cell[])[] {
  return PARTS.flatMap((part) => {
    const all = compared.map(
      ({ scenario }) => scenario[part] as unknown as Readonly<Record<string, unknown>>,
    );
    const names = new Set(all.flatMap((one) => Object.keys(one)));
    return [...names].flatMap((name): readonly (readonly Cell[])[] => {
      const values = all.map((one) => one[name]);
      if (values.every((value) => value === values[0]) || !values.every(isPlain)) return [];
      const label =
        name === "name" ? part : `${part}.${name.replace(/[A-Z]/g, (l) => `_${l.toLowerCase()}`)}`;
      return [
        [
          { text: label },
          ...values.map((value, at) => ({
            ...settingCell(value),
            ...(name === "name" ? {} : whyOf(compared[at], label)),
          })),
        ],
      ];
    });
  });
}

const isPlain = (value: unknown): boolean =>
  value === null || value === undefined || ["string", "number", "boolean"].includes(typeof value);

const settingCell = (value: unknown): Cell =>
  typeof value === "number" ? { text: plain(value), value } : { text: String(value ?? "none") };
