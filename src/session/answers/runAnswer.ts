import type { Diagnostic, Place } from "../../dsl/diagnostics/diagnostic.ts";
import { diagnostic } from "../../dsl/diagnostics/index.ts";
import {
  type Context,
  type DataRow,
  NONE,
  type PhaseData,
  type Poison,
  poison,
  type ResultValue,
  type ScenarioValue,
  scenarioPart,
  toRun,
  type Value,
} from "../../dsl/evaluate/index.ts";
import type { Derivation } from "../../engine/core/derivation.ts";
import { derivations } from "../../engine/core/derivations.ts";
import { numbers } from "../../engine/core/numbers.ts";
import { explainReinforcement, explainScenario, type RlEstimate } from "../../engine/index.ts";
import { type PhaseOutput, phaseOutputs } from "../../engine/trainingRun/phases/phaseOutputs.ts";
import {
  type Phase,
  type PhaseEstimate,
  type RunOfPhases,
  runOfPhases,
} from "../../engine/trainingRun/phases/phases.ts";
import type { Fit } from "../../engine/trainingStep/memory/fit.ts";
import { inBase } from "../../units/index.ts";
import type { Answer } from "./answer.ts";
import { answerOf } from "./answerOf.ts";
import { rlOf } from "./lateAnswers.ts";

interface RunLeg {
  readonly scenario: ScenarioValue;
  readonly answer: Answer;
  readonly rl: RlEstimate | null;
}

/** Estimates of a run's phases, with the answer behind each leg of each phase. */
export interface RunAnswer {
  readonly kind: "run";
  readonly name: string;
  readonly estimate: RunOfPhases;
  readonly legs: readonly (readonly RunLeg[])[];
  readonly phases: readonly PhaseData[];
  /** Fit of each phase on its devices: `yes`, `maybe` or `no`, that of the leg that fits worst. */
  readonly fits: readonly Fit[];
}

const answers = new WeakMap<ScenarioValue, RunAnswer | Poison>();
const rows = new Map(phaseOutputs.map((output) => [output.path, output]));

/** True where a path is a result of a run of phases. */
export const isRunPath = (path: string): boolean => rows.has(path);

export const releaseRun = (scenario: ScenarioValue): boolean => answers.delete(scenario);

/** Estimates of a run's phases. Memoised by scenario. An error in a phase is an error of the run. */
export function runAnswer(
  context: Context,
  scenario: ScenarioValue,
  asked: Place | null,
): RunAnswer | Poison {
  let answer = answers.get(scenario);
  if (!answer) {
    answer = ask(context, scenario, asked);
    answers.set(scenario, answer);
  }
  return answer;
}

function ask(context: Context, scenario: ScenarioValue, asked: Place | null): RunAnswer | Poison {
  const record = scenarioPart(context, scenario, "run");
  if (record.kind === "poison") return record;
  const data = toRun(context, record);
  if (data.kind === "poison") return data;
  const legs: RunLeg[][] = [];
  for (const phase of data.phases) {
    const own: RunLeg[] = [];
    for (const leg of phase.legs) {
      const place = phase.place ?? asked;
      const answer = answerOf(context, leg, place);
      if (answer.kind === "poison") return answer;
      const made = answer.scenario.plan.rl && rlOf(context, leg, answer, place);
      if (made?.kind === "poison") return made;
      own.push({ scenario: leg, answer, rl: made?.rl ?? null });
    }
    legs.push(own);
  }
  const phases = data.phases.map((phase, at) =>
    phaseOf(
      phase,
      (legs[at] ?? []).map(({ answer, rl }) => ({
        tokens: answer.scenario.plan.tokens ?? 0,
        estimate: answer.estimate,
        rl,
      })),
      legs[at]?.[0]?.answer,
    ),
  );
  const estimate = runOfPhases(numbers, phases);
  const fits = legs.map((own) => worst(own.map((leg) => context.outputs.fit(context, leg.scenario))));
  return estimate ? { kind: "run", name: data.name, estimate, legs, phases: data.phases, fits } : poison();
}

const worst = (fits: readonly Fit[]): Fit =>
  (["no", "maybe"] as const).find((fit) => fits.includes(fit)) ?? "yes";

const fitWord = (fit: Fit): Value => ({ kind: "word", word: fit, truth: fit === "yes" });

const phaseOf = <N>(
  { name, path, copies }: PhaseData,
  legs: Phase<N>["legs"],
  first: Answer | undefined,
): Phase<N> => {
  const { nodes = 1, devicesPerNode = 1 } = first?.scenario.cluster ?? {};
  const rl = first?.scenario.plan.rl;
  const generating = rl && rl.placement.kind !== "colocated" ? rl.placement.nodes : 0;
  return { name, path, copies, devices: (nodes + generating) * devicesPerNode, legs };
};

/** Estimates of a run's phases with a derivation in place of every number. */
export function explainedRun({ phases, legs }: RunAnswer): RunOfPhases<Derivation> | null {
  const made: Phase<Derivation>[] = [];
  for (const [at, phase] of phases.entries()) {
    const own: Phase<Derivation>["legs"][number][] = [];
    for (const { answer } of legs[at] ?? []) {
      const explained = explainScenario(answer.scenario);
      if (!explained.ok) return null;
      const rl = answer.scenario.plan.rl ? explainReinforcement(answer.scenario) : null;
      own.push({
        tokens: answer.scenario.plan.tokens ?? 0,
        estimate: explained.estimate,
        rl: rl?.ok ? rl.rl : null,
      });
    }
    made.push(phaseOf(phase, own, legs[at]?.[0]?.answer));
  }
  return runOfPhases(derivations({}), made);
}

/** Breakdown of a run's result by phase; null for a result without parts. */
export function runBreakdown({ estimate }: RunAnswer, path: string) {
  const row = rows.get(path);
  return row?.kind === "breakdown" ? row.read(estimate) : null;
}

/** Value of a run's result at a path. */
export function readRun(context: Context, node: ResultValue, scenario: ScenarioValue, place: Place): Value {
  const row = rows.get(node.path);
  if (!row) return node;
  const answer = runAnswer(context, scenario, place);
  if (answer.kind === "poison") return answer;
  switch (row.kind) {
    case "number": {
      const value = row.read(answer.estimate);
      return value === null ? poison(unavailable(row, place)) : inBase(value, row.unit);
    }
    case "breakdown": {
      const tree = row.read(answer.estimate);
      return tree ? { ...node, quantity: inBase(tree.value, row.unit) } : poison(unavailable(row, place));
    }
    case "bound":
      return sumOfEnds(context, answer, row, place);
    case "phases":
      return phaseTable(answer);
    case "fit":
      return fitWord(worst(answer.fits));
  }
}

const unavailable = (row: PhaseOutput & { readonly needs?: string }, place: Place): Diagnostic =>
  diagnostic("not-available", { output: row.path, needs: row.needs ?? "plan.tokens" }, place);

/**
 * End of a run's interval: the sum of its phases' ends, because what an estimate misses in one phase it misses in the
 * others.
 */
function sumOfEnds(
  context: Context,
  { legs, phases }: RunAnswer,
  { end, of, unit }: PhaseOutput & { readonly kind: "bound" },
  place: Place,
): Value {
  let sum = 0;
  for (const [at, own] of legs.entries())
    for (const { scenario, answer, rl } of own) {
      const value = context.outputs.read(
        context,
        { kind: "result", path: end, scenario, record: null },
        place,
      );
      if (value.kind !== "quantity") return value;
      sum += value.value * scaleOf(answer, rl, of) * (of === "cost" ? (phases[at]?.copies ?? 1) : 1);
    }
  return inBase(sum, unit);
}

/** Time or cost of RL iterations relative to that of their optimizer steps; 1 for a leg that trains on data. */
function scaleOf({ estimate: { run } }: Answer, rl: RlEstimate | null, of: "time" | "cost"): number {
  if (!rl?.time || !rl.deviceTime || !run) return 1;
  return of === "time" ? rl.time / run.training : rl.deviceTime / (rl.trainers * run.training);
}

const COLUMNS: readonly (readonly [name: string, read: (one: PhaseEstimate) => Value])[] = [
  ["phase", ({ name }) => ({ kind: "text", value: name })],
  ["devices", (one) => inBase(one.devices * one.copies, "GPU")],
  ["tokens", (one) => inBase(one.tokens, "token")],
  ["steps", (one) => inBase(one.steps, "1")],
  ["step_time", (one) => inBase(one.stepTime, "s")],
  ["mfu", (one) => ({ ...inBase(one.mfu, "1"), unit: "%" })],
  ["time", (one) => inBase(one.time, "s")],
  ["device_time", (one) => ({ ...inBase(one.deviceTime, "GPU*s"), unit: "GPU-hours" })],
  ["cost", ({ cost }) => (cost === null ? NONE : inBase(cost, "$"))],
  ["energy", (one) => ({ ...inBase(one.energy, "J"), unit: "MWh" })],
  ["failures", ({ failures }) => (failures === null ? NONE : inBase(failures, "1"))],
];

/** The phases of a run as a table. Columns that no phase has a value for are left out of what is shown. */
function phaseTable({ name, estimate, fits }: RunAnswer): Value {
  const made = estimate.phases.map(
    (one, at): DataRow => ({
      columns: new Map<string, Value>([
        ...COLUMNS.map(([column, read]) => [column, read(one)] as const),
        ["fits", fitWord(fits[at] ?? "yes")],
      ]),
      scenario: null,
      problem: null,
    }),
  );
  const columns = [...COLUMNS.map(([column]) => column), "fits"];
  const isFull = fits.every((fit) => fit === "yes");
  const usual = columns.filter((column) =>
    column === "fits" ? !isFull : made.some((row) => row.columns.get(column)?.kind !== "none"),
  );
  return { kind: "data", name: `${name}: phases`, columns, usual, rows: made };
}
