import { keepOf, type Poison, pathText, type TableValue } from "../../dsl/evaluate/index.ts";
import type { Plan } from "../../engine/scenario/plan.ts";
import {
  axisWords,
  distinctLabels,
  type Figure,
  type Phase,
  phaseFigure,
  planFacts,
  planText,
} from "../../report/index.ts";
import { inBase, print } from "../../units/index.ts";
import { answerOf } from "../answers/answerOf.ts";
import { fitIn } from "../results/fit.ts";
import type { ShownColumn } from "../show/shownColumn.ts";
import { textOfValue } from "../text/textOfValue.ts";
import type { Run } from "../verbs/run.ts";

/** Paths of the two axes of a phase diagram, a table with `keep 1 per y, x`. Null for any other table. */
export function phasePaths(table: TableValue): readonly [y: string, x: string] | null {
  const [y, x, more] = (keepOf(table.statement)?.per ?? []).map(pathText);
  return y === undefined || x === undefined || more !== undefined ? null : [y, x];
}

/** Words added to the text of a phase diagram's cell, by the verdict on memory of the cell's best plan. */
const FIT_NOTES = { yes: "", maybe: ", may not fit", no: ", does not fit" };

const SHORT_FIT_NOTES = { yes: "", maybe: "?", no: "×" };

const nameAt = (column: ShownColumn, at: number): string => {
  const value = column.values.at(at);
  return value ? textOfValue(value) : "";
};

/** Distinct values of a table's column as texts, in the order of rows. */
const namesOf = (column: ShownColumn): readonly string[] => [
  ...new Set(Array.from(column.values, (value) => (value ? textOfValue(value) : ""))),
];

/** Best plan of one cell of a phase diagram. `i` is the cell's column, `j` its row. */
interface Planned {
  readonly i: number;
  readonly j: number;
  readonly plan: Plan;
}

/**
 * Labels of a phase diagram's plans, distinct wherever plans differ in more than `dp`. A setting that an axis shows is
 * left out.
 */
function planLabels(
  planned: readonly Planned[],
  axes: readonly (readonly [title: string, along: (one: Planned) => number])[],
): readonly string[] {
  const facts = planned.map(({ plan }) => planFacts(plan));
  const onAxis = (fact: number): boolean =>
    axes.some(([title, along]) => {
      if (!title.startsWith("plan.")) return false;
      const seen = new Map(planned.map((one, at) => [along(one), facts[at]?.[fact]]));
      return planned.every((one, at) => seen.get(along(one)) === facts[at]?.[fact]);
    });
  const shownFacts = (facts[0] ?? []).map((_, fact) => !onAxis(fact));
  return distinctLabels(
    planned.map(({ plan }, at) => ({
      head: planText(plan, { replicas: false }),
      facts: (facts[at] ?? []).filter((_, fact) => shownFacts[fact]),
    })),
  );
}

/**
 * Phase diagram of a table with two paths after `keep 1 per`, such as `keep 1 per model, cluster.nodes`: the best plan
 * for each pair of values. Each cell shows `label`, or else its plan without `dp`, because replicas simply fill the
 * cluster.
 */
export function phasePlot(
  run: Run,
  table: TableValue,
  { x, y, label }: { readonly x: ShownColumn; readonly y: ShownColumn; readonly label: ShownColumn | null },
  title: string | undefined,
): Figure | Poison {
  const xs = namesOf(x);
  const ys = namesOf(y);
  const cells: (Phase | null)[][] = ys.map(() => xs.map(() => null));
  const planned: Planned[] = [];
  let at = -1;
  for (const row of table.all) {
    at++;
    const j = ys.indexOf(nameAt(y, at));
    const i = xs.indexOf(nameAt(x, at));
    // Rows come best first: the first row of a cell is its best.
    const line = cells[j];
    if (!line || line[i]) continue;
    if (row.problem) {
      line[i] = { label: "no feasible plan", detail: row.problem.message, nothing: true };
      continue;
    }
    const answer = answerOf(run.context, row.scenario, null);
    if (answer.kind === "poison") return answer;
    const { estimate, scenario } = answer;
    const value = label?.values.at(at);
    const step = print(inBase(estimate.time.step.value, "s"));
    const fit = fitIn(answer);
    const shown = {
      detail: `${step} per step${FIT_NOTES[fit]}`,
      short: `${SHORT_FIT_NOTES[fit]}${step}`,
      fit,
    };
    line[i] = { label: value ? textOfValue(value) : "", ...shown };
    if (!value) planned.push({ i, j, plan: scenario.plan });
  }
  const labels = planLabels(planned, [
    [x.title, ({ i }) => i],
    [y.title, ({ j }) => j],
  ]);
  for (const [at, { i, j }] of planned.entries()) {
    const line = cells[j];
    const cell = line?.[i];
    if (line && cell) line[i] = { ...cell, label: labels[at] ?? "" };
  }
  const what = label ? axisWords(label.title) : "The best plan";
  return phaseFigure(xs, ys, cells, {
    ...{ x: x.title, y: y.title },
    title: title ?? `${what} over ${axisWords(x.title)} and ${axisWords(y.title)}`,
  });
}
