import type { Estimate } from "../../engine/estimate/estimate.ts";
import type { Scenario } from "../../engine/scenario/scenario.ts";
import type { Cell, Table } from "../document/document.ts";
import { percent, plain, printed } from "../numbers/number.ts";
import { changeCell } from "./changeCell.ts";

export interface ComparedScenario {
  readonly label: string;
  readonly scenario: Scenario;
  readonly estimate: Estimate;
  /** Verdict on memory: `yes` if the plan fits its devices, `maybe`, or `no`. */
  readonly fits: string;
}

type Measure = readonly [name: string, unit: string, of: (one: ComparedScenario) => number | null];

const MEASURES: readonly Measure[] = [
  ["memory.peak", "B", ({ estimate }) => estimate.memory.peak],
  ["step_time", "s", ({ estimate }) => estimate.time.step.value],
  ["time.compute", "s", part("time.compute")],
  ["time.communication", "s", part("time.communication")],
  ["time.bubble", "s", part("time.bubble")],
  ["time.optimizer", "s", part("time.optimizer")],
  ["tokens_per_s", "token/s", ({ estimate }) => estimate.tokensPerSecond],
  ["mfu", "%", ({ estimate }) => estimate.mfu],
  ["bubble_fraction", "%", ({ estimate }) => estimate.bubbleFraction],
  ["time_to_train", "s", ({ estimate }) => estimate.run?.timeToTrain ?? null],
  ["cost", "$", ({ estimate }) => estimate.cost?.total.value ?? null],
];

function part(name: string): Measure[2] {
  return ({ estimate: { time } }) =>
    time.step.parts.flatMap((one) => [one, ...one.parts]).find((one) => one.name === name)?.value ?? null;
}

/**
 * Table that compares scenarios: the settings that differ, then the main results, and with two scenarios the
 * change from the first to the second.
 */
export function scenarioComparison(compared: readonly ComparedScenario[]): Table {
  const two = compared.length === 2;
  const fits = ["memory.fits", ...compared.map((one) => one.fits), ...(two ? [""] : [])];
  const results = MEASURES.flatMap(([name, unit, of]): readonly (readonly Cell[])[] => {
    const values = compared.map(of);
    if (values.every((value) => value === null || value === 0)) return [];
    const [before, after] = values;
    const cells = values.map(
      (value): Cell =>
        value === null
          ? { text: "–" }
          : { text: unit === "%" ? percent(value) : printed(value, unit), value },
    );
    return [[{ text: name }, ...cells, ...(two ? [changeCell(before ?? 0, after ?? 0)] : [])]];
  });
  const right = (title: string) => ({ title, align: "right" as const });
  return {
    kind: "table",
    columns: [
      { title: "", align: "left" },
      ...compared.map(({ label }) => right(label)),
      ...(two ? [right("change")] : []),
    ],
    rows: [...settings(compared, two), fits.map((text) => ({ text })), ...results],
  };
}

const PARTS = ["model", "cluster", "plan"] as const;

/**
 * Table rows of the settings that differ between scenarios. Only settings that are one word or one number are
 * compared.
 */
function settings(compared: readonly ComparedScenario[], two: boolean): readonly (readonly Cell[])[] {
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
      return [[{ text: label }, ...values.map(settingCell), ...(two ? [{ text: "" }] : [])]];
    });
  });
}

const isPlain = (value: unknown): boolean =>
  value === null || value === undefined || ["string", "number", "boolean"].includes(typeof value);

const settingCell = (value: unknown): Cell =>
  typeof value === "number" ? { text: plain(value), value } : { text: String(value ?? "none") };
