import type { Compare } from "../../dsl/ast/ast.ts";
import type { Place } from "../../dsl/diagnostics/diagnostic.ts";
import { diagnostic } from "../../dsl/diagnostics/index.ts";
import type { MeasuredRun, ScenarioValue } from "../../dsl/evaluate/index.ts";
import type { KernelKind, TraceBar } from "../../measured/index.ts";
import {
  type Block,
  differencesFigure,
  type TracedRow,
  type TracedTone,
  tracedTable,
  tracedTimelineFigure,
} from "../../report/index.ts";
import { answerOf } from "../answers/answerOf.ts";
import { timelineOf } from "../results/timelineOf.ts";
import type { Labelled } from "../show/comparedScenarios.ts";
import { blocks } from "../show/shown.ts";
import { placeIn, type Run } from "../verbs/run.ts";
import { besideTable, measuredBeside, verdictsOf } from "./measuredBeside.ts";
import { type TracedPart, tracedParts } from "./tracedParts.ts";
import { type WallClockBeside, wallClockBeside, wallClockBlocks } from "./wallClockBeside.ts";

/** Scenarios of a `compare` statement with their labels. */
type Predicted = readonly (Labelled & { readonly scenario: ScenarioValue })[];

/** Compares each measured run with each scenario: the numbers of both, the interval of the prediction, and a verdict. */
export function compareMeasured(
  run: Run,
  statement: Compare,
  measured: readonly { readonly label: string; readonly value: MeasuredRun }[],
  items: Predicted,
): void {
  if (items.length === 0) {
    const params = { what: "`compare`", wanted: "a scenario beside the measured run", found: "none" };
    run.report(diagnostic("wrong-kind", params, { source: run.scope.source, span: statement.span }));
    return;
  }
  const made: Block[] = [];
  const data: unknown[] = [];
  for (const { label, value } of measured)
    for (const { expr, scenario, label: base } of items) {
      const place = placeIn(run, expr);
      const problem = run.context.outputs.check(run.context, scenario, place);
      if (problem) {
        run.reportAll(problem);
        continue;
      }
      const compared = measuredBeside(run.context, value, scenario, place);
      const parts = tracedBeside(run, value, scenario, place);
      const wall = goodputBeside(run, value, scenario, place);
      made.push(
        ...verdictsOf(label, value.log, compared),
        besideTable(label, compared.beside, `${label} beside ${base}`),
        ...(parts ? tracedBlocks(label, base, parts) : []),
        ...(wall
          ? wallClockBlocks(wall, { measured: label, predicted: base }, value.wall?.isTimed ?? false)
          : []),
        ...timelinesBeside(run, value, scenario, place, { measured: label, predicted: base }),
      );
      data.push({
        measured: label,
        predicted: base,
        ...compared,
        ...(parts ? { parts } : {}),
        ...(wall ? { wall } : {}),
      });
    }
  if (made.length > 0)
    run.output("show", statement.span.start, blocks(...made), data.length === 1 ? data[0] : data);
}

/** Parts of a traced step beside those of a scenario's estimate; null for a log, which has no parts. */
export function tracedBeside(
  run: Run,
  { trace }: MeasuredRun,
  scenario: ScenarioValue,
  place: Place,
): readonly TracedPart[] | null {
  const answer = trace && answerOf(run.context, scenario, place);
  return trace && answer?.kind !== "poison" && answer ? tracedParts(trace, answer.estimate) : null;
}

/** Goodput of a log with restarts beside that of the scenario's run; null where one of the two has none. */
function goodputBeside(
  run: Run,
  value: MeasuredRun,
  scenario: ScenarioValue,
  place: Place,
): WallClockBeside | null {
  if (!value.wall || value.wall.failures.length === 0) return null;
  const answer = answerOf(run.context, scenario, place);
  return answer.kind === "poison" ? null : wallClockBeside(value, answer.estimate.run ?? null);
}

/** Names of the kinds of kernels in a figure. */
const TONES: Readonly<Record<KernelKind, TracedTone>> = {
  matmul: "matmuls",
  attention: "attention",
  memory_bound: "memory-bound kernels",
  optimizer: "optimizer",
  unknown: "unknown kernels",
  communication: "communication",
  copy: "copies",
};

const drawnBar = ({ lane, kind, ...bar }: TraceBar) => ({ ...bar, row: lane, tone: TONES[kind] });

/** Traced and predicted step on one axis of time; nothing for a log, or for a step of too many passes to draw. */
function timelinesBeside(
  run: Run,
  { trace }: MeasuredRun,
  scenario: ScenarioValue,
  place: Place,
  names: { readonly measured: string; readonly predicted: string },
): readonly Block[] {
  const answer = trace && answerOf(run.context, scenario, place);
  if (!trace || !answer || answer.kind === "poison") return [];
  const passes = timelineOf(answer, place);
  if (passes.kind === "poison") return [];
  const step = { ...trace.timeline, name: names.measured, bars: trace.timeline.bars.map(drawnBar) };
  const { scenario: planned, estimate } = answer;
  return [tracedTimelineFigure(step, passes.timeline, planned.plan, estimate, names.predicted)];
}

/** Table and waterfall of the parts of a step, measured and predicted. */
function tracedBlocks(label: string, base: string, parts: readonly TracedPart[]): readonly Block[] {
  const rows = parts.flatMap((part): readonly TracedRow[] => [
    { ...part, indent: 0 },
    ...part.parts
      .filter(({ measured, predicted }) => (measured ?? 0) > 0 || (predicted ?? 0) > 0)
      .map((one) => ({ ...one, indent: 1 })),
  ]);
  const sum = (of: "measured" | "predicted"): number => parts.reduce((total, part) => total + part[of], 0);
  const total = { label: "step", indent: 0, measured: sum("measured"), predicted: sum("predicted") };
  return [
    tracedTable(label, [...rows, total], `A step of ${label}, part by part, beside ${base}`),
    differencesFigure(parts, { title: `From the prediction of ${base} to ${label}`, base: "s" }),
  ];
}
