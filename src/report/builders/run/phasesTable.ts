import type { PhaseEstimate, RunOfPhases } from "../../../engine/trainingRun/phases/phases.ts";
import type { Fit } from "../../../engine/trainingStep/memory/fit.ts";
import type { Cell, Document, Table } from "../../document/document.ts";
import { documentOf } from "../../document/documentOf.ts";
import { percent, plain, printed } from "../../numbers/number.ts";
import { type Fact, factsTable } from "../factsTable.ts";

/** Ends of the intervals of a run's totals; null where a result has no interval. */
export interface RunEnds {
  readonly time: readonly [low: number, high: number] | null;
  readonly cost: readonly [low: number, high: number] | null;
}

/** Report of a run of phases: its totals, and a table of the phases. */
export function phasesTable(name: string, run: RunOfPhases, ends: RunEnds, fits: readonly Fit[]): Document {
  const between = (of: RunEnds["time"], unit: string): string =>
    of === null ? "" : `80% interval ${printed(of[0], unit)} to ${printed(of[1], unit)}`;
  const fact = (
    label: string,
    value: number,
    unit: string,
    note?: string,
    as?: string,
    path = label,
  ): Fact => [label, { text: printed(value, unit, as), value, why: { path } }, note ?? ""];
  const facts: Fact[] = [
    fact("time", run.time.value, "s", between(ends.time, "s")),
    fact("device time", run.deviceTime.value, "GPU*s", undefined, "GPU-hours", "device_time"),
    fact("tokens", run.tokens, "token"),
    fact("steps", run.steps, "1"),
  ];
  if (run.cost) facts.push(fact("cost", run.cost.value, "$", between(ends.cost, "$")));
  facts.push(fact("energy", run.energy.value, "J"));
  if (run.carbon) facts.push(fact("CO2e", run.carbon.value, "g", undefined, undefined, "carbon"));
  if (run.failures !== null) facts.push(fact("failures", run.failures, "1", "on average"));
  const count = run.phases.length;
  return documentOf(
    { kind: "heading", level: 2, text: `run ${name}` },
    { kind: "paragraph", text: `${count} ${count === 1 ? "phase" : "phases"}, one after the other.` },
    factsTable(facts),
    table(run, fits),
  );
}

type Column = readonly [title: string, cell: (one: PhaseEstimate) => Cell | null];

const number =
  (read: (one: PhaseEstimate) => number | null, unit: string, as?: string) =>
  (one: PhaseEstimate): Cell | null => {
    const value = read(one);
    return value === null ? null : { text: printed(value, unit, as), value };
  };

const COLUMNS: readonly Column[] = [
  [
    "devices",
    ({ devices, copies }) => ({
      text: copies === 1 ? plain(devices) : `${copies} × ${plain(devices)}`,
      value: devices * copies,
    }),
  ],
  ["tokens", number((one) => one.tokens, "token")],
  ["step", number((one) => one.stepTime, "s")],
  ["MFU", ({ mfu }) => ({ text: percent(mfu), value: mfu })],
  ["time", number((one) => one.time, "s")],
  ["device time", number((one) => one.deviceTime, "GPU*s", "GPU-hours")],
  ["cost", number((one) => one.cost, "$")],
  ["energy", number((one) => one.energy, "J")],
  ["failures", number((one) => one.failures, "1")],
];

/** Name of a phase, marked where it does not fit its devices. */
const markedName = (name: string, fit: Fit): Cell =>
  fit === "yes"
    ? { text: name }
    : fit === "no"
      ? { text: `✗ ${name}: does not fit its devices`, tone: "bad" }
      : { text: `${name}: may not fit its devices`, tone: "warning" };

function table({ phases }: RunOfPhases, fits: readonly Fit[]): Table {
  const columns = COLUMNS.filter(([, cell]) => phases.some((one) => cell(one) !== null));
  return {
    kind: "table",
    caption: "Phases of the run",
    columns: [
      { title: "phase", align: "left" },
      ...columns.map(([title]) => ({ title, align: "right" as const })),
    ],
    rows: phases.map((one, at) => [
      markedName(one.name, fits[at] ?? "yes"),
      ...columns.map(([, cell]): Cell => cell(one) ?? { text: "" }),
    ]),
  };
}
