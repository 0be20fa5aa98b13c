import type { AsExpr, Column, Expr } from "../../dsl/ast/ast.ts";
import { diagnostic } from "../../dsl/diagnostics/index.ts";
import {
  aimsOf,
  anyRandomInput,
  type Context,
  counted,
  type DataRow,
  type ExpressionMemo,
  evaluate,
  expressionMemoIn,
  firstOf,
  type Listing,
  lacksAnswer,
  listing,
  type MeasuredTable,
  namesRead,
  type PlanCandidates,
  type Poison,
  picked,
  type Quantity,
  type Row,
  type RowReader,
  resultPath,
  rowScope,
  rowScopes,
  type ScenarioValue,
  type Scope,
  type Solved,
  type TableValue,
  textOf,
  type Value,
  ValueColumn,
} from "../../dsl/evaluate/index.ts";
import { fieldRow, kindRow } from "../../dsl/schema/index.ts";
import { parse } from "../../dsl/syntax/index.ts";
import type { Fit } from "../../engine/trainingStep/memory/fit.ts";
import {
  type DataColumn,
  type DataValue,
  type Document,
  dataTable,
  documentOf,
  type Why,
} from "../../report/index.ts";
import { convert, printNumber } from "../../units/index.ts";
import { groupOf } from "../answers/groups.ts";
import { askedUnit } from "../text/askedUnit.ts";
import { textOfValue } from "../text/textOfValue.ts";
import { withoutConstants } from "./constantColumns.ts";
import { isExplained, LONGEST } from "./explainable.ts";
import { withFits } from "./fitColumn.ts";
import { quantileColumns } from "./quantileColumns.ts";
import { type RowTexts, rowTexts } from "./rowTexts.ts";
import { blocks, type Shown } from "./shown.ts";
import type { ShownColumn } from "./shownColumn.ts";
import { captionOf, type Lacking } from "./tableCaption.ts";
import { withoutTwins } from "./twinRows.ts";

/** First number in a column, whose unit the whole column prints in if no unit was asked for. */
export function firstNumber({ values }: ShownColumn): Quantity | undefined {
  if (values instanceof ValueColumn && !values.hasNumbers) return undefined;
  for (const value of values) if (value?.kind === "quantity") return value;
  return undefined;
}

/**
 * Unit that a column prints in: the requested one, or the unit of its first number. Undefined for long times, which are
 * printed in a unit by their size, as 43,200 min are 30 days.
 */
export function columnUnit(column: ShownColumn): string | undefined {
  const first = firstNumber(column);
  const unit = column.unit ?? first?.unit;
  if (column.unit !== undefined || unit === undefined || first?.dimension.key !== "s") return unit;
  const most = LONG / convert({ ...first, value: 1 }, unit);
  for (const value of numbersIn(column.values, column.values.length))
    if (Math.abs(value) >= most) return undefined;
  return unit;
}

/** Number of a unit of time (1,000 min) from which a larger unit is printed. */
const LONG = 1_000;

/**
 * Evaluates columns on all rows. Where rows have no results, a further column says why. An error in a column's
 * expression is reported once, not per row. After an interrupt, columns end with the rows evaluated so far.
 */
export function tableColumns(
  context: Context,
  columns: readonly Column[],
  rows: Listing<Row | DataRow>,
  scope: Scope,
  large = false,
): readonly ShownColumn[] | Poison {
  const scopeOf = rowScopes(() => answered(rows), scope);
  const memo = expressionMemoIn(scope);
  const values = columns.map(() => new ValueColumn(rows.length, asShown));
  const reasons = new ValueColumn(rows.length);
  let unanswered = false;
  let index = -1;
  const stops = context.stopsRows();
  /** Search space that the columns' readers were compiled for; null before the first row. */
  let of: PlanCandidates | null = null;
  let readers: readonly (RowReader | null)[] = [];
  for (const row of rows) {
    index++;
    if (stops()) {
      context.warn(
        diagnostic("interrupted", {
          where: `after ${printNumber(index)} of ${printNumber(rows.length)} rows`,
        }),
      );
      break;
    }
    context.progress(index + 1, rows.length, "columns");
    const { scenario, problem } = row;
    let why = problem;
    const ahead = problem ? undefined : scenario?.ahead;
    if (ahead && ahead.candidates !== of) {
      of = ahead.candidates;
      readers = columns.map(({ value }) => memo.reader(context, value, ahead.candidates, row.columns));
    }
    let inner: Scope | null = null;
    for (let which = 0; which < columns.length; which++) {
      const column = columns[which] as Column;
      const reader = ahead && readers[which];
      const number = reader?.alike && scenario ? reader.number?.(scenario) : undefined;
      if (number !== undefined) {
        values[which]?.push(reader?.alike ?? null, null, number);
        continue;
      }
      const known = scenario ? reader?.value(scenario) : undefined;
      inner ??= known === undefined && !problem ? scopeOf(row) : null;
      const value: Value | null = problem
        ? plainOnProblem(context, column.value, row, scope, memo)
        : counted(known ?? evaluate(context, column.value, inner as Scope, null));
      const lacking = lacksAnswer(value);
      why ??= lacking;
      if (value?.kind === "poison" && !lacking) {
        const absent =
          value.diagnostics.every((one) => one.code === "not-available") || readsBlank(row, column.value);
        if (!absent || value.diagnostics.length === 0) return value;
      }
      const shown = scenario === null ? filled(value) : value?.kind === "poison" ? null : value;
      values[which]?.push(shown, null);
    }
    reasons.push(why ? { kind: "text", value: why.message } : null, null);
    unanswered ||= why !== null;
    if (scenario && (large || problem)) context.outputs.release(scenario);
  }
  const made = columns.map(
    (column, index): ShownColumn => ({
      title: titleOf(column, scope),
      values: values[index] ?? [],
      unit: askedUnit(column.value),
      written: { expr: column.value, scope },
      ...pathIn(context, column.value, rows.at(0)?.scenario ?? undefined),
    }),
  );
  return unanswered ? [...made, { title: "why not", values: reasons, unit: undefined, remark: true }] : made;
}

/** Path of a column that shows one result or one field of each row; nothing for other columns. */
function pathIn(context: Context, expr: Expr, about?: ScenarioValue): Pick<ShownColumn, "path"> {
  let inner = expr;
  while (inner.kind === "paren" || inner.kind === "as")
    inner = inner.kind === "as" ? inner.value : inner.inner;
  const path = resultPath(inner);
  return path !== null && isExplained(context, path, about) ? { path } : {};
}

/** Rows that have results. Only these count in `first(column)` and similar functions. */
function answered<R extends Row | DataRow>(rows: Listing<R>): Listing<R> {
  const places: number[] = [];
  let at = 0;
  for (const row of rows) {
    if (!row.problem) places.push(at);
    at++;
  }
  return places.length === rows.length ? rows : picked(rows, places);
}

/**
 * Key by which two values of a column are equal. Records with equal fields, such as `selective(attention)`, have one
 * key.
 */
const asShown = (value: Value): unknown => (value.kind === "record" ? value.fields : value);

/**
 * Value of a column on a row without results, whose plan and cluster can still be read. Null for a fractional number of
 * replicas or micro-batches: it is the very reason why the row has no results.
 */
function plainOnProblem(
  context: Context,
  expr: Expr,
  row: Row | DataRow,
  scope: Scope,
  memo: ExpressionMemo,
): Value | null {
  const title = titleOf({ value: expr }, scope);
  if (row.scenario && row.agreed && !row.agreed.has(title)) return null;
  const value = evaluate(context, expr, rowScope(row, scope, memo), null);
  if (value.kind === "quantity" && !Number.isInteger(value.value) && isWhole(title)) return null;
  return value.kind === "poison" ? null : counted(value);
}

/** True for a path of a plan's field that takes whole numbers, such as `plan.dp`. */
function isWhole(path: string): boolean {
  const name = /^plan\.(\w+)$/.exec(path)?.[1];
  return name !== undefined && fieldRow(kindRow("plan"), name)?.accepts.integer === true;
}

/** Value for a cell. Null where the value is `none` or has errors, so that the cell stays blank. */
function filled(value: Value | null | undefined): Value | null {
  return !value || value.kind === "none" || value.kind === "poison" ? null : value;
}

/**
 * True where an expression reads a blank cell of a measured row, as `flops / step_time` does in a row without a step
 * time.
 */
function readsBlank(row: Row | DataRow, expr: Expr): boolean {
  if (row.scenario !== null) return false;
  return [...namesRead(expr)].some((name) => row.columns.get(name)?.kind === "none");
}

function titleOf(column: Column, scope: Scope): string {
  if (column.name) return column.name.name;
  let expr = column.value;
  while (expr.kind === "paren" || expr.kind === "as")
    expr = expr.kind === "as" ? (expr as AsExpr).value : expr.inner;
  return textOf(expr, scope);
}

/** Main results of a table's row that is a queue or a run; undefined for a scenario to train. */
const usualOf = (row: Row | undefined): readonly string[] | undefined => row && groupOf(row.scenario)?.usual;

/** Columns that a table shows by default: varied and derived ones, and the main results. */
export function usualColumns(table: TableValue): {
  readonly columns: readonly Column[];
  readonly scope: Scope;
} {
  const search = table.statement.kind === "search";
  const aims = aimsOf(table.statement).map(({ expr }) => textOf(expr, table.scope));
  const names = [
    ...(search ? ["rank"] : []),
    ...table.varied,
    ...table.derived,
    ...aims.map((aim) => (aim === "memory.peak" || aim === "memory" ? "memory.peak as GiB" : aim)),
    ...(usualOf(table.all.at(0)) ?? ["step_time", "mfu", "memory.peak as GiB"]),
  ];
  const source = { name: "columns", text: `show x { ${[...new Set(names)].join(", ")} }` };
  const item = parse(source, "cell").file.items[0];
  const columns = item?.kind === "show" ? (item.items[0]?.columns ?? []) : [];
  return { columns, scope: { ...table.scope, source } };
}

export function showTable(
  context: Context,
  table: TableValue,
  asked: { readonly columns: readonly Column[]; readonly scope: Scope } | undefined,
  reader?: Scope,
): Shown | Poison {
  const of = reader ? rowTexts(context, table, reader) : null;
  if (table.solved && !asked) return showSolved(context, table, table.solved, of);
  const { columns, scope } = asked ?? usualColumns(table);
  const rows = table.all;
  const made = tableColumns(context, columns, rows, scope, table.large);
  if ("kind" in made) return made;
  const shown = asked ? { columns: made, rows } : withoutTwins(table, made, rows);
  const { columns: varying, constant } = asked
    ? { columns: made, constant: "" }
    : withoutConstants(table, shown);
  const count = shown.rows.length;
  const ties =
    count < rows.length
      ? `, in ${count} ${count === 1 ? "row" : "rows"}: plans with equal results share a row`
      : "";
  const caption = `${captionOf(table, lacking(context, table))}${ties}${constant}`;
  const fits = table.large ? [] : Array.from(shown.rows, (row) => fitOf(context, row));
  const drawn = layOut(varying, shown.rows, { caption, name: table.name, fits, of });
  // Data also includes the columns that a displayed table moves into its caption.
  return constant === ""
    ? drawn
    : { ...drawn, data: layOut(shown.columns, shown.rows, { name: table.name }).data };
}

/** Document of a `solve` statement: its answer in words, above the table of what it found. */
function showSolved(
  context: Context,
  table: TableValue,
  { words }: Solved,
  of: RowTexts | null,
): Shown | Poison {
  const { columns, scope } = usualColumns(table);
  const made = tableColumns(context, columns, table.rows, scope);
  if ("kind" in made) return made;
  const fits = Array.from(table.rows, (row) => fitOf(context, row));
  const { document, data } = layOut(made, table.rows, { caption: table.name, name: table.name, fits, of });
  const said = blocks({ kind: "paragraph", text: words.join(" ") });
  const whole = table.rows.length === 0 ? said : documentOf(said, document);
  return { kind: "shown", document: whole, data: { ...(data as object), answer: words } };
}

/** Verdict on memory of a table's row; null for a row without results. */
const fitOf = (context: Context, { scenario, problem }: Row): Fit | null =>
  problem ? null : context.outputs.fit(context, scenario);

/**
 * Counts of a table's rows by their fit on devices, for the caption. A sweep keeps rows that do not fit; a search drops
 * them by default. Zero for long tables, where estimating each row costs too much.
 */
function lacking(context: Context, { rows, large }: TableValue): Lacking {
  const count = { no: 0, maybe: 0, yes: 0 };
  if (large) return count;
  for (const row of rows) count[fitOf(context, row) ?? "yes"]++;
  return count;
}

/** Document of imported data rows, as a table with all columns or with the requested ones. */
export function showData(
  context: Context,
  data: MeasuredTable,
  asked: { readonly columns: readonly Column[]; readonly scope: Scope } | undefined,
): Shown | Poison {
  if (!asked) {
    const all = (data.usual ?? data.columns).map((name): ShownColumn => {
      const values = listing(data.rows.length, (at) => filled(data.rows[at]?.columns.get(name)));
      return { title: name, values, unit: undefined };
    });
    return layOut(all, data.rows, { caption: data.name, name: data.name });
  }
  const made = tableColumns(context, asked.columns, data.rows, asked.scope);
  return "kind" in made ? made : layOut(made, data.rows, { caption: data.name, name: data.name });
}

/** Lays out columns as a table. The table ends with the shortest column, and remark columns come last. */
export function layOut(
  asked: readonly ShownColumn[],
  all: Listing<Row | DataRow>,
  {
    caption,
    name,
    fits = [],
    of = null,
  }: {
    readonly caption?: string;
    readonly name?: string;
    readonly fits?: readonly (Fit | null)[];
    readonly of?: RowTexts | null;
  } = {},
): Shown {
  const made = anyRandomInput() ? quantileColumns(asked) : asked;
  const count = Math.min(all.length, made[0]?.values.length ?? all.length);
  const ordered = [...made.filter(({ remark }) => !remark), ...made.filter(({ remark }) => remark)];
  const columns = ordered.map((column): DataColumn => {
    const first = firstNumber(column);
    const unit = columnUnit(column);
    return {
      title: column.title,
      ...(first ? { base: first.dimension.key } : {}),
      ...(unit === undefined ? {} : { unit }),
      ...(unit === undefined && first?.unit !== undefined ? { own: true } : {}),
      ...(column.remark ? { remark: true } : {}),
    };
  });
  const values = ordered.map((column) => column.values);
  const numeric = ordered.map((column) => firstNumber(column) !== undefined);
  const cells = {
    ...listing(count, (at): readonly DataValue[] =>
      values.map((one, column) => cellOf(one.at(at), numeric[column] === true)),
    ),
    numbers: (at: number) => numbersIn(values[at] ?? [], count),
  };
  const document: Document = blocks(
    withFits(
      dataTable(columns, cells, {
        ...(caption === undefined ? {} : { caption }),
        ...(of ? { why: memoised((at) => whysOf(ordered, all.at(at), of)) } : {}),
      }),
      fits,
    ),
  );
  return {
    kind: "shown",
    document,
    data: {
      ...(name === undefined ? {} : { name }),
      columns: columns.map((column) => ({ title: column.title, unit: column.base ?? null })),
      // A getter, because a long table's rows are built only if something reads them.
      get rows() {
        return [...cells];
      },
    },
  };
}

/**
 * Explanations of a row's cells: of the results and fields of its scenario, except those that the table varies, and of what is
 * computed from them. A derived column hides a result of its name.
 */
function whysOf(
  columns: readonly ShownColumn[],
  row: Row | DataRow | undefined,
  { textOf, varied, derivedOn }: NonNullable<RowTexts>,
): readonly (Why | undefined)[] | undefined {
  const of = row?.scenario ? textOf(row) : null;
  if (of === null) return undefined;
  return columns.map(({ path, written }) => {
    if (path !== undefined && varied.includes(path)) return undefined;
    if (path !== undefined && !row?.columns.get(path.split(".")[0] ?? "")) return { of, path };
    const derived = written && derivedOn(written)?.(of);
    return derived && derived.length <= LONGEST ? { of: derived, path: "" } : undefined;
  });
}

/** Explanations by row, made once for all renderings of a table. Only rows that are drawn are asked for. */
function memoised<T>(make: (at: number) => T): (at: number) => T {
  const made = new Map<number, T>();
  return (at) => {
    const known = made.get(at);
    if (known !== undefined) return known;
    const fresh = make(at);
    made.set(at, fresh);
    return fresh;
  };
}

function numbersIn(values: Listing<Value | null>, count: number): Iterable<number> {
  if (values instanceof ValueColumn && values.length === count) return values.numbers();
  return [...firstOf(values, count)].flatMap((value) => (value?.kind === "quantity" ? [value.value] : []));
}

/** Content of a cell. Among numbers `none` is a blank cell: a value that is missing, not the word that a field takes. */
function cellOf(value: Value | null | undefined, numeric: boolean): DataValue {
  if (!value || (numeric && value.kind === "none")) return null;
  if (value.kind === "quantity") return value.value;
  if (value.kind === "boolean") return value.value;
  return textOfValue(value);
}
