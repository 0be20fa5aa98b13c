import { groupIn, type Poison, searchesAllPlans, type TableValue } from "../../dsl/evaluate/index.ts";
import { distinctLabels, type Labelled, planFacts, planText } from "../../report/index.ts";
import { answerOf } from "../answers/answerOf.ts";
import type { Run } from "../verbs/run.ts";
import { named, plotColumn } from "./plotColumn.ts";
import { valueWords } from "./valueWords.ts";

/**
 * Short distinct names for a table's first `count` rows: the plan, other varied fields that differ, and the plan's
 * further settings. Where whole plans are varied, a row takes the plan's name. Null for queues and runs, which have no plan.
 */
export function rowNames(run: Run, table: TableValue, count: number): readonly string[] | Poison | null {
  const rows = Array.from({ length: Math.min(count, table.rows.length) }, (_, at) => table.rows.at(at));
  const columns: { readonly path: string; readonly texts: readonly string[] }[] = [];
  for (const path of table.varied) {
    const made = plotColumn(run, table, named(run, table, path));
    if ("diagnostics" in made) return made;
    const texts = rows.map((_, at) => {
      const value = made.column.values.at(at);
      return value ? valueWords(path, value) : "";
    });
    if (new Set(texts).size > 1) columns.push({ path, texts });
  }
  const ofPlan = columns.filter(({ path }) => path.startsWith("plan."));
  const others = columns.filter(({ path }) => !path.startsWith("plan"));
  const wholePlans = !searchesAllPlans(table.statement) && table.varied.includes("plan");
  const labels: Labelled[] = [];
  for (const [at, row] of rows.entries()) {
    if (!row || row.problem || groupIn(row.scenario)) return null;
    const answer = answerOf(run.context, row.scenario, null);
    if (answer.kind === "poison") return answer;
    const { plan } = answer.scenario;
    const said = ({ path, texts }: (typeof columns)[number]): string => {
      const [, ...inner] = path.split(".");
      return [...(inner.length > 0 ? [inner.join(".")] : []), texts[at]].join(" ");
    };
    labels.push({
      head: [wholePlans ? plan.name : planText(plan), ...others.map(said)].join(" · "),
      facts: [...planFacts(plan), ...ofPlan.map(said)],
    });
  }
  return distinctLabels(labels);
}
