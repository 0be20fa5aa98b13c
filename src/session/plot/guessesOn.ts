import type { Expr } from "../../dsl/ast/ast.ts";
import {
  evaluate,
  type MeasuredTable,
  quantileOf,
  type Scope,
  type TableValue,
  wholeText,
} from "../../dsl/evaluate/index.ts";
import { parse } from "../../dsl/syntax/index.ts";
import type { Guess } from "../../report/index.ts";
import { print, type Quantity } from "../../units/index.ts";
import { guessesBefore, type MadeGuess } from "../exercise/guesses.ts";
import type { Run } from "../verbs/run.ts";

type Table = TableValue | MeasuredTable;

/** A result or a column that an expression reads: what it is read of, and its path. */
interface Read {
  readonly expr: Expr;
  readonly of: Expr;
  readonly path: string;
  /** Function of a table's column: `last` of `last(strong.speedup)`. */
  readonly pick?: string;
}

/** Guess at one of the things that a figure draws, and its index among them. */
interface Placed {
  readonly guess: MadeGuess;
  readonly at: number;
  readonly read: Read;
  readonly value: number;
  readonly text: string;
}

/** Functions that pick one number of a table's column. */
const PICKS: ReadonlySet<string> = new Set(["first", "last", "min", "max"]);

/** Results whose figure has another result's number as its whole, by the path that is plotted. */
const WHOLES: Readonly<Record<string, string>> = {
  memory: "memory.peak",
  time: "step_time",
  run: "time_to_train",
  rl: "rl.step_time",
};

/**
 * Guesses at the whole of results that a plot draws, each with the index of its result: `predict p { of = base.step_time,
 * .. }` for `plot base.time`. A guess at the ratio of two of them is drawn at the later one, and at the one over
 * the other where that is drawn alone.
 */
export function guessesAtResults(run: Run, items: readonly Expr[], before: number): readonly Guess[] {
  const drawn = items.map((item) => readOf(item));
  return placed(run, before, items.length, (read, scope, at) => {
    const item = drawn[at];
    if (!item || item.pick !== undefined || read.pick !== undefined) return false;
    const named = wholeText(item.of, run.scope) === wholeText(read.of, scope);
    return named && (read.path === item.path || read.path === WHOLES[item.path]);
  }).map(({ value, text, at }) => ({ value, text, bar: at }));
}

/**
 * Guesses at the y of tables that a plot draws: at a column (`last(strong.speedup)`), or at a result of a table's base
 * (`base.goodput`). A guess that is about one x has it as its place.
 */
export function guessesAtTables(
  run: Run,
  tables: readonly Table[],
  axes: { readonly x: Expr; readonly xScope: Scope; readonly y: Expr; readonly yScope: Scope },
  xs: readonly { readonly first: number | null; readonly last: number | null }[],
  before: number,
): readonly Guess[] {
  const y = wholeText(bare(axes.y), axes.yScope);
  return placed(run, before, tables.length, (read, scope, at) => {
    const table = tables[at];
    if (!table || read.path !== y) return false;
    const of = wholeText(read.of, scope);
    if (read.pick !== undefined) return of === table.name;
    return (
      table.kind === "table" && baseText(read.of, scope) === wholeText(table.statement.base, table.scope)
    );
  }).map(({ guess, value, text, at, read }) => {
    const ends = xs[at];
    const x =
      read.pick === undefined
        ? xOf(run, read, wholeText(bare(axes.x), axes.xScope), guess.scope)
        : read.pick === "first"
          ? ends?.first
          : read.pick === "last"
            ? ends?.last
            : null;
    return { value, text, ...(typeof x === "number" ? { x } : {}) };
  });
}

/** Guesses that are at one of `count` things, as `matches` decides. */
function placed(
  run: Run,
  before: number,
  count: number,
  matches: (read: Read, scope: Scope, at: number) => boolean,
): readonly Placed[] {
  return guessesBefore(run, before).flatMap((guess): readonly Placed[] => {
    const { scope } = guess;
    const of = bare(guess.of);
    const lastAt = (read: Read | null): number => {
      for (let at = count - 1; read && at >= 0; at--) if (matches(read, scope, at)) return at;
      return -1;
    };
    if (of.kind !== "binary" || of.op !== "/") {
      const read = readOf(of);
      const at = lastAt(read);
      return read && at >= 0 ? [{ guess, at, read, value: guess.value, text: guess.text }] : [];
    }
    const [over, under] = [readOf(of.left), readOf(of.right)];
    if (!over || !under || over.path !== under.path) return [];
    const [top, bottom] = [lastAt(over), lastAt(under)];
    // The ratio's other number alone has nothing to do with the guess.
    if (top < 0) return [];
    const [read, other] = top >= bottom ? [over, under] : [under, over];
    const beside = quantityOf(run, other, scope);
    if (!beside) return [];
    const value = read === over ? beside.value * guess.value : beside.value / guess.value;
    if (!Number.isFinite(value)) return [];
    const factor = /%$/.test(guess.text) ? guess.text : `${guess.text}×`;
    return [
      {
        ...{ guess, at: Math.max(top, bottom), read, value },
        text: `${factor}, so ${print({ ...beside, value })}`,
      },
    ];
  });
}

/** Result or column that an expression reads, where it is a result or a picked number of a column; null for any other expression. */
function readOf(expr: Expr): Read | null {
  const asked = bare(expr);
  if (asked.kind === "call") {
    const [only, ...others] = asked.args;
    const inner = only && !only.name && others.length === 0 ? readOf(only.value) : null;
    return inner && inner.pick === undefined && PICKS.has(asked.callee.name)
      ? { ...inner, expr: asked, pick: asked.callee.name }
      : null;
  }
  const names: string[] = [];
  let of: Expr = asked;
  while (of.kind === "member") {
    names.unshift(of.member.name);
    of = of.object;
  }
  return names.length > 0 && (of.kind === "name" || of.kind === "paren")
    ? { expr: asked, of, path: names.join(".") }
    : null;
}

/** Expression without the parentheses and the `as` around it. */
function bare(expr: Expr): Expr {
  if (expr.kind === "paren") return bare(expr.inner);
  return expr.kind === "as" ? bare(expr.value) : expr;
}

/** Text of a scenario, or of what a `with` changes: `base` of `(base with { cluster.nodes = 4 })`. */
function baseText(expr: Expr, scope: Scope): string {
  const inner = bare(expr);
  return inner.kind === "binary" && inner.op === "with"
    ? baseText(inner.left, scope)
    : wholeText(inner, scope);
}

function quantityOf(run: Run, { expr }: Read, scope: Scope): Quantity | null {
  const value = evaluate(run.context, expr, scope, null);
  if (value.kind !== "quantity") return null;
  const { draws, ...sure } = value;
  return draws ? { ...sure, value: quantileOf(draws, 0.5) } : value;
}

/** Value of the x axis for the scenario that a guess is about; null where it has none. */
function xOf(run: Run, { of }: Read, x: string, scope: Scope): number | null {
  const source = { name: "guess", text: `${wholeText(of, scope)}.${x}` };
  const expr = parse(source, "cell").file.result;
  const value = expr ? evaluate(run.context, expr, { ...scope, source }, null) : null;
  return value?.kind === "quantity" ? value.value : null;
}
