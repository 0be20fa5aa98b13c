import type { Scenario as EngineScenario } from "../../../engine/scenario/scenario.ts";
import type { Point } from "../../../engine/search/candidates.ts";
import type { Quantity } from "../../../units/quantity.ts";
import type { Cite, Expr, Sweep } from "../../ast.ts";
import type { Diagnostic, Place } from "../../diagnostics/diagnostic.ts";
import type { FieldRow } from "../../schema/index.ts";
import type { Context } from "./context.ts";
import type { Listing } from "./listing.ts";
import type { PlanCandidates } from "./planCandidates.ts";
import type { RecordType } from "./recordType.ts";
import type { Scope } from "./scope.ts";

/**
 * What an expression of the language evaluates to. A mistake is a value too (`poison`): it carries its diagnostics to
 * whatever uses it, so one root cause is reported once and only what depends on it is lost.
 */
export type Value =
  | (Quantity & OfResult)
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "boolean"; readonly value: boolean }
  | ({ readonly kind: "none" } & OfField)
  | WordValue
  | { readonly kind: "list"; readonly items: readonly Value[] }
  | RecordValue
  | ScenarioValue
  | TableValue
  | MeasuredTable
  | { readonly kind: "skipped"; readonly table: TableValue }
  | ResultValue
  | Poison;

export type { Quantity };

/** A number that the engine gave keeps where it was read, so that `step_time.high` can be asked of it. */
export interface OfResult {
  readonly result?: ResultValue;
}

/** A word keeps the field that it was read from: a name compared with it is one of that field's words. */
export interface OfField {
  readonly of?: FieldRow;
}

export interface WordValue extends OfField {
  readonly kind: "word";
  readonly word: string;
  /** Of a word that answers a question (`memory.fits`): whether it holds as a condition. */
  readonly truth?: boolean;
}

export interface Poison {
  readonly kind: "poison";
  readonly diagnostics: readonly Diagnostic[];
  /** The value exists only inside a scenario (`devices / tp` in a plan that stands alone): no mistake by itself. */
  readonly needsScenario?: boolean;
}

/** Where a field gets its value: an expression kept with its scope, a value put there by a sweep, or a patch of what was there. */
export type Binding =
  | ExprBinding
  | ValueBinding
  | {
      readonly kind: "patch";
      /** What is patched; null for the schema's default. */
      readonly base: Binding | null;
      readonly changes: readonly Change[];
    };

export interface ValueBinding {
  readonly kind: "value";
  readonly value: Value;
  readonly text: string;
  readonly place: Place;
  /** Which path of a search's choices it was put there for, as a bit. */
  readonly choice?: number;
}

export interface ExprBinding {
  readonly kind: "expr";
  readonly expr: Expr;
  readonly scope: Scope;
  readonly place: Place;
  readonly cite?: Cite;
  /** Set for the schema's own default expressions. */
  readonly isDefault?: boolean;
}

/** One assignment of a `with { a.b = e }`. */
export interface Change {
  readonly path: readonly string[];
  /** Where each name of the path stands. */
  readonly places: readonly Place[];
  readonly binding: Binding;
}

/**
 * Stands in place of a value while it is worked out; met again by the same run, it is a definition that reads itself. One
 * that another run has left behind, because a signal cut that run off, counts as not worked out yet.
 */
export interface Busy {
  readonly kind: "busy";
  /** The trail of the run: `Context.trail`, one array a run. */
  readonly run: object;
}

/**
 * A definition or a tagged record. Immutable but for its cache of evaluated fields. `holder` is the record that a tagged
 * record is part of; `scenario` the scenario that a definition takes part in. Both are null for a template.
 */
export interface RecordValue {
  readonly kind: "record";
  readonly type: RecordType;
  /** The definition's name; for a tagged record its tag. */
  readonly name: string;
  readonly place: Place | null;
  readonly cite: string | null;
  readonly fields: ReadonlyMap<string, Binding>;
  readonly holder: RecordValue | null;
  readonly scenario: ScenarioValue | null;
  readonly cache: Map<string, Value | Busy>;
  /** Settings of a search, as bits, that evaluated fields were seen to depend on; those that depend on none are left out. */
  readonly reads: Map<string, number>;
}

/** `MODEL on CLUSTER with PLAN`, or a queue; parts may be missing while it is being put together. */
export interface ScenarioValue {
  readonly kind: "scenario";
  readonly name: string;
  readonly parts: { readonly [part in Part]?: RecordValue };
  /** The same records, bound to this scenario. */
  readonly bound: Map<Part, RecordValue>;
  /** Filled on first use. */
  resolved: Resolved | Poison | Busy | null;
  /** Of a row of a table: what is known of it without an estimate of its own. */
  readonly ahead?: Ahead | undefined;
}

/** A table knows much of its rows' scenarios already. What it does not know is asked of each. */
export interface Ahead {
  /** The rows that it is one of. */
  readonly candidates: PlanCandidates;
  /** Its point among them; the array is another row's as soon as that is asked. */
  readonly point: Point;
  /** Null where a field has no value: reading them all says why. */
  resolve(): Resolved | null;
  /** Why the engine has no answer, null where it has one; undefined where that is not known. */
  problem(context: Context, place: Place | null): Poison | null | undefined;
  /** The number at a result's path (a truth is 1 or 0), null where the scenario has none; undefined where that is not known. */
  number(path: string): number | null | undefined;
}

export interface Resolved {
  readonly kind: "resolved";
  readonly scenario: EngineScenario;
}

export type Part = "model" | "cluster" | "plan" | "queue";
export const PARTS: readonly Part[] = ["model", "cluster", "plan", "queue"];

/** A part of what the engine said of a scenario, by its path: `memory`, `time.bubble`. */
export interface ResultValue {
  readonly kind: "result";
  readonly path: string;
  readonly scenario: ScenarioValue | null;
  /** The record itself for results of a model alone (`llama.params`). */
  readonly record: RecordValue | null;
  /** Its total, for a node that counts as a number (`params`). */
  readonly quantity?: Quantity;
  /** Asked for with `as`. */
  readonly unit?: string;
}

export interface Row {
  readonly scenario: ScenarioValue;
  /** The values of the derived columns and, in a search, the rank. */
  readonly columns: RowColumns;
  /** Why the engine has no answer for it; null for a row that has one. */
  readonly problem: Diagnostic | null;
  /** Of one that stands for several combinations, none of which works: the paths in which they agree. No other column has a value. */
  readonly agreed?: ReadonlySet<string>;
}

/** What a row's columns are asked: a map answers it. */
export interface RowColumns {
  get(name: string): Value | undefined;
  keys(): Iterable<string>;
}

/** Of a row that has none of its own yet. */
export const NO_COLUMNS: RowColumns = new Map();

export interface TableValue {
  readonly kind: "table";
  readonly name: string;
  readonly statement: Sweep;
  readonly scope: Scope;
  /** The swept paths, as written, in order. */
  readonly varied: readonly string[];
  readonly derived: readonly string[];
  /** Those that have an answer and passed every `where`; of a search the best ones, best first. */
  readonly rows: Listing<Row>;
  /** A sweep's rows without an answer, with the rest in written order. */
  readonly all: Listing<Row>;
  /** Why combinations are missing: by reason, most frequent first. */
  readonly skipped: readonly Skipped[];
  /** Combinations tried, and those that were kept before `keep`. */
  readonly tried: number;
  readonly total: number;
  /** Null where it was not counted. */
  readonly feasible: number | null;
  /** Interrupted: the rows made until then. */
  readonly partial: boolean;
  /** Of an interrupted table that is several, one for each point, the first of them that is not whole: its place, of how many, and its point where it had begun. */
  readonly cutAt?: { readonly place: number; readonly of: number; readonly point: string | null };
  /** Too long for its estimates to be kept: whoever reads a row releases it. */
  readonly large: boolean;
}

/** Rows with no scenario behind them: a data import's, measured elsewhere, or those that answer a question. */
export interface MeasuredTable {
  readonly kind: "data";
  readonly name: string;
  /** What they answer, and so how they are drawn; absent for a data import. */
  readonly question?: "sensitivity" | "crossovers";
  /** The columns that are shown where none are asked for; all without. */
  readonly usual?: readonly string[];
  /** In the file's order. */
  readonly columns: readonly string[];
  readonly rows: readonly DataRow[];
}

export interface DataRow {
  readonly columns: ReadonlyMap<string, Value>;
  readonly scenario: null;
  readonly problem: null;
}

export interface Skipped {
  readonly reason: string;
  readonly count: number;
  readonly example: string;
  /** Of what does not fit, how much the one that lacks least needs: `84.49 GiB of 80 GiB, 4.488 GiB too much`. */
  readonly least?: string;
  /** Of a condition, how near the nearest came to it: `mfu is 53.5% at best (dp 8)`. */
  readonly nearest?: string;
  /** What a search of all plans tells apart: memory, conditions of its own, and bounds, which decide before a plan is worked out; absent for all else. */
  readonly kind?: "over memory" | "may not fit" | "unwanted" | "bounded";
}

export const NONE: Value = { kind: "none" };
export const TRUE: Value = { kind: "boolean", value: true };
export const FALSE: Value = { kind: "boolean", value: false };
export const SILENT: Poison = { kind: "poison", diagnostics: [] };

export function poison(...diagnostics: Diagnostic[]): Poison {
  return { kind: "poison", diagnostics };
}

/** What to call a value in a message: "a plan", "a list", "bytes (B)". */
export function describe(value: Value): string {
  switch (value.kind) {
    case "quantity":
      return "a number";
    case "record":
      return value.type.what === "tagged" ? `${value.name}(...)` : `the ${value.type.what} \`${value.name}\``;
    case "scenario":
      return "a scenario";
    case "table":
    case "data":
      return "a table";
    case "result":
      return `the result \`${value.path}\``;
    case "text":
      return "a text";
    case "boolean":
      return value.value ? "true" : "false";
    case "none":
      return "none";
    case "word":
      return `the word \`${value.word}\``;
    case "list":
      return "a list";
    case "skipped":
      return "the rows skipped of a table";
    case "poison":
      return "nothing";
  }
}
