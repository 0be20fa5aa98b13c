import { type MeasuredTable, searchesAllPlans, type TableValue } from "../../dsl/evaluate/index.ts";
import type { Scenario } from "../../engine/scenario/scenario.ts";
import { type Figure, figureOrigin, planText, type Versions } from "../../report/index.ts";

/** Lines that say which scenario a figure shows: `gpt3_175b on a100_1k with tp8_pp16`, and the plan's degrees. */
export function scenarioOrigin({ model, cluster, plan }: Scenario): readonly string[] {
  return [`${model.name} on ${cluster.name} with ${plan.name}`, planText(plan)];
}

/** Line that says which table a figure shows: a sweep's base scenario and the fields it varies, or the data file. */
export function tableOrigin(table: TableValue | MeasuredTable): string {
  if (table.kind === "data") return table.question ? table.name : `${table.name}: measured rows`;
  const { model, cluster, plan } = table.rows.at(0)?.scenario?.parts ?? {};
  // Leave out a part that the table varies as a whole, because it has no single name.
  const one = (part: string, name: string | undefined, word: string): string =>
    name === undefined || table.varied.includes(part) ? "" : `${word}${name}`;
  const all = searchesAllPlans(table.statement);
  const base = [
    one("model", model?.name, ""),
    one("cluster", cluster?.name, "on "),
    all ? "" : one("plan", plan?.name, "with "),
  ];
  const over = all
    ? [...table.varied.filter((path) => !path.startsWith("plan.")), "all plans"]
    : table.varied;
  return `${table.name}: ${[...base, `over ${over.join(", ")}`].filter((text) => text !== "").join(" ")}`;
}

/**
 * Figure with lines below its title: the given lines `what` on its subject, and the versions of dtp and its library,
 * which stay on one line.
 */
export function withOrigin(figure: Figure, what: readonly string[], versions: Versions | undefined): Figure {
  return figureOrigin(figure, [
    ...what,
    ...(versions === undefined ? [] : [`dtp ${versions.engine} · std ${versions.std}`]),
  ]);
}
