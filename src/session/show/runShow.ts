import type { Expr, Show, ShowItem } from "../../dsl/ast/ast.ts";
import { diagnostic } from "../../dsl/diagnostics/index.ts";
import {
  asScenario,
  counted,
  describe,
  evaluate,
  groupIn,
  type Row,
  type ScenarioValue,
  textOf,
  type Value,
} from "../../dsl/evaluate/index.ts";
import type { Breakdown } from "../../engine/estimate/breakdown.ts";
import {
  type Block,
  comparison,
  type Document,
  documentOf,
  type NamedValue,
  valueTable,
} from "../../report/index.ts";
import { textOfValue } from "../text/textOfValue.ts";
import { placeIn, type Run } from "../verbs/run.ts";
import { breakdownOf } from "./breakdownOf.ts";
import { comparedScenarios } from "./comparedScenarios.ts";
import { dataOf } from "./dataOf.ts";
import { explainable, itemOf, objectOf } from "./explainable.ts";
import { namedValue } from "./namedValue.ts";
import { scenarioTexts } from "./rowTexts.ts";
import { show } from "./show.ts";
import { blocks, type Shown } from "./shown.ts";
import { layOut, showData, showTable, tableColumns } from "./showTable.ts";

/** Runs a `show` statement. Items of one kind share one table; other items follow one below the other. */
export function runShow(run: Run, statement: Show, result = false): void {
  const items: { item: ShowItem; label: string; value: Value; of: string | null }[] = [];
  for (const item of statement.items) {
    let expr = item.value;
    while (expr.kind === "paren" || expr.kind === "as")
      expr = expr.kind === "paren" ? expr.inner : expr.value;
    const value = evaluate(run.context, item.value, run.scope, null);
    if (value.kind === "poison") run.reportAll(value);
    else if (isScenarios(value) && !item.columns)
      for (const [at, one] of value.items.entries()) {
        const own = itemOf(expr, at, value.items.length);
        items.push({ item, label: textOfValue(one), value: one, of: own && objectOf(own, one, run.scope) });
      }
    else items.push({ item, label: textOf(expr, run.scope), value, of: objectOf(expr, value, run.scope) });
  }
  if (items.length === 0) return;
  const documents: Document[] = [];
  const data: unknown[] = [];
  const add = (shown: Shown | ReturnType<typeof show>, of: string | null = null, value?: Value): void => {
    if (shown.kind === "poison") {
      run.reportAll(shown);
      return;
    }
    if (shown.timeline) run.timeline?.(shown.timeline);
    documents.push(explainable(run.context, shown.document, of, value && scenarioIn(value)));
    data.push(shown.data);
  };
  const together =
    compared(run, items) ??
    (sideBySide(items)
      ? comparedScenarios(
          run,
          items.map(({ item, ...rest }) => ({ expr: item.value, ...rest })),
        )
      : values(items));
  if (together) add(together);
  else
    for (const one of items)
      add(
        one.item.columns
          ? withColumns(run, one.item, one.value)
          : show(run.context, one.label, one.value, placeIn(run, one.item.value), run.versions, run.scope),
        one.of,
        one.value,
      );
  if (documents.length === 0) return;
  run.output(
    "show",
    statement.span.start,
    documentOf(...documents),
    data.length === 1 ? data[0] : data,
    result,
  );
}

/** Scenario whose results a shown value has: of a table, that of its first row. */
const scenarioIn = (value: Value): ScenarioValue | undefined =>
  asScenario(value) ??
  (value.kind === "result"
    ? (value.scenario ?? undefined)
    : value.kind === "table"
      ? (value.all.at(0)?.scenario ?? undefined)
      : undefined);

/** True for two or more scenarios, which are compared in one table side by side. */
const sideBySide = (items: Items): boolean =>
  items.length > 1 &&
  items.every(({ item, value }) => value.kind === "scenario" && !groupIn(value) && !item.columns);

type Items = readonly {
  readonly item: ShowItem;
  readonly label: string;
  readonly value: Value;
  readonly of: string | null;
}[];

/** True for a list of scenarios, which shows as its items do: `[base, wide]` as `base, wide`. */
const isScenarios = (value: Value): value is Value & { readonly items: readonly ScenarioValue[] } =>
  value.kind === "list" && value.items.length > 0 && value.items.every(({ kind }) => kind === "scenario");

/** Table that compares one result of two or more scenarios; null for other items. */
function compared(run: Run, items: Items): Shown | null {
  const [first] = items;
  if (items.length < 2 || first?.value.kind !== "result") return null;
  const { path, unit } = first.value;
  const found: { label: string; breakdown: Breakdown }[] = [];
  const drawn: Parameters<typeof comparison>[0][number][] = [];
  for (const { item, label, value, of } of items) {
    if (value.kind !== "result" || value.path !== path || item.columns) return null;
    const tree = breakdownOf(run.context, value, placeIn(run, item.value));
    if (tree.kind !== "breakdown") return null;
    const one = { label, breakdown: tree.breakdown };
    found.push(one);
    drawn.push(of === null ? one : { ...one, of });
  }
  return { kind: "shown", document: blocks(comparison(drawn, unit)), data: found };
}

/** Table of two or more plain values such as numbers and words; null for other items. */
function values(items: Items): Shown | null {
  if (items.length < 2) return null;
  const named: NamedValue[] = [];
  const data: unknown[] = [];
  for (const { item, label, value, of } of items) {
    const plain = counted(value);
    if (item.columns || !PLAIN.has(plain.kind)) return null;
    data.push({ label, ...asObject(dataOf(plain)) });
    named.push(namedValue(label, plain, of === null ? undefined : { of, path: "" }));
  }
  return { kind: "shown", document: blocks(valueTable(named) as Block), data };
}

const PLAIN: ReadonlySet<Value["kind"]> = new Set(["quantity", "text", "boolean", "none", "word", "list"]);

function asObject(data: unknown): object {
  return typeof data === "object" && data !== null && !Array.isArray(data) ? data : { value: data };
}

/** Output of a `show` with chosen columns, for a table or one scenario: `show best { rank, step_time }`. */
function withColumns(run: Run, item: ShowItem, value: Value): ReturnType<typeof show> {
  const { columns = [] } = item;
  if (value.kind === "table") return showTable(run.context, value, { columns, scope: run.scope }, run.scope);
  if (value.kind === "data") return showData(run.context, value, { columns, scope: run.scope });
  if (value.kind === "scenario") {
    const rows: readonly Row[] = [{ scenario: value, columns: new Map(), problem: null }];
    const made = tableColumns(run.context, columns, rows, run.scope);
    const of = objectOf(item.value, value, run.scope);
    return "kind" in made
      ? made
      : layOut(made, rows, { of: scenarioTexts(run.context, run.scope, value, () => of) });
  }
  if (isScenarios(value)) return scenarioRows(run, columns, value.items, item.value);
  const params = { what: "`{ columns }`", wanted: "a table or a scenario before it", found: describe(value) };
  return { kind: "poison", diagnostics: [diagnostic("wrong-kind", params, placeIn(run, item.value))] };
}

/** Table with a row for each scenario of a list: `show [base, wide] { step_time, mfu }`. */
function scenarioRows(
  run: Run,
  columns: NonNullable<ShowItem["columns"]>,
  scenarios: readonly ScenarioValue[],
  expr: Expr,
): ReturnType<typeof show> {
  const rows = scenarios.map((scenario): Row => ({ scenario, columns: new Map(), problem: null }));
  const made = tableColumns(run.context, columns, rows, run.scope);
  if ("kind" in made) return made;
  const names = scenarios.map((one): Value => ({ kind: "text", value: textOfValue(one) }));
  const fits = scenarios.map((one) => (groupIn(one) ? null : run.context.outputs.fit(run.context, one)));
  const textOfRow = (row: Row): string | null => {
    const at = rows.indexOf(row);
    const own = itemOf(expr, at, rows.length);
    return own && objectOf(own, row.scenario, run.scope);
  };
  return layOut([{ title: "scenario", values: names, unit: undefined }, ...made], rows, {
    fits,
    of: scenarioTexts(run.context, run.scope, scenarios[0], textOfRow),
  });
}
