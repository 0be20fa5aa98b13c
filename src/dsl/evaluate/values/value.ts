import type { Scenario as EngineScenario } from "../../../engine/scenario/scenario.ts";
import type { Point } from "../../../engine/search/candidates.ts";
import type { Quantity } from "../../../units/quantity.ts";
import type { Cite, Expr, Sweep } from "../../ast/ast.ts";
import type { Diagnostic, Place } from "../../diagnostics/diagnostic.ts";
import type { FieldRow } from "../../schema/index.ts";
import type { Context } from "./context.ts";
import type { Listing } from "./listing.ts";
import type { PlanCandidates } from "./planCandidates.ts";
import type { RecordType } from "./recordType.ts";
import type { Scope } from "./scope.ts";

/**
 * Value of an expression. An error is a value too (`poison`): it carries its diagnostics to every expression that uses
 * it. One root cause is thus reported once, and only dependent values are lost.
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

/** Origin of a number from the engine, so that `step_time.high` can be read from it. */
export interface OfResult {
  readonly result?: ResultValue;
}

/** Field that a word was read from. A name compared with the word is read as a word of that field. */
export interface OfField {
  readonly of?: FieldRow;
}

export interface WordValue extends OfField {
  readonly kind: "word";
  readonly word: string;
  /** Truth of a word that is also a condition (`memory.fits`). */
  readonly truth?: boolean;
}

export interface Poison {
  readonly kind: "poison";
  readonly diagnostics: readonly Diagnostic[];
  /**
   * True for a value that exists only in a scenario (`devices / tp` in a plan without a cluster). No error by itself.
   */
  readonly needsScenario?: boolean;
}

/** Source of a field's value: an expression with its scope, a value set by a sweep, or a patch of another binding. */
export type Binding =
  | ExprBinding
  | ValueBinding
  | {
      readonly kind: "patch";
      /** The patched binding; null for the schema's default. */
      readonly base: Binding | null;
      readonly changes: readonly Change[];
    };

export interface ValueBinding {
  readonly kind: "value";
  readonly value: Value;
  readonly text: string;
  readonly place: Place;
  /** Bit of the search choice whose path the value was set for. */
  readonly choice?: number;
}

export interface ExprBinding {
  readonly kind: "expr";
  readonly expr: Expr;
  readonly scope: Scope;
  readonly place: Place;
  readonly cite?: Cite;
  /** True for default expressions of the schema. */
  readonly isDefault?: boolean;
}

/** One assignment of `with { a.b = e }`. */
export interface Change {
  readonly path: readonly string[];
  /** Place of each name of the path. */
  readonly places: readonly Place[];
  readonly binding: Binding;
}

/**
 * Marks a value under evaluation. If the same run meets it, the definition depends on itself. A mark left by a run that
 * was cut off counts as not evaluated.
 */
export interface Busy {
  readonly kind: "busy";
  /** The run's `Context.trail`, which is one array per run. */
  readonly run: object;
}

/**
 * A definition or a tagged value. Immutable except for its cache of evaluated fields. `holder` is the record that a
 * tagged value is part of. `scenario` is the scenario that a definition belongs to. Both are null for a template.
 */
export interface RecordValue {
  readonly kind: "record";
  readonly type: RecordType;
  /** Name of the definition, or the tag of a tagged value. */
  readonly name: string;
  readonly place: Place | null;
  readonly cite: string | null;
  readonly fields: ReadonlyMap<string, Binding>;
  readonly holder: RecordValue | null;
  readonly scenario: ScenarioValue | null;
  readonly cache: Map<string, Value | Busy>;
  /** Bit masks of the search settings that evaluated fields have read, by field. Fields that read none are left out. */
  readonly reads: Map<string, number>;
}

/** Scenario `MODEL on CLUSTER with PLAN`, or a queue. Parts may be missing while it is being composed. */
export interface ScenarioValue {
  readonly kind: "scenario";
  readonly name: string;
  readonly parts: { readonly [part in Part]?: RecordValue };
  /** Parts bound to this scenario. */
  readonly bound: Map<Part, RecordValue>;
  /** Engine data or errors, filled on first use. */
  resolved: Resolved | Poison | Busy | null;
  /** Precomputed answers, for a row of a table. */
  readonly ahead?: Ahead | undefined;
}

/**
 * Answers that a table knows about a row's scenario without an estimate of its own. Unknown ones come from the
 * scenario's estimate.
 */
export interface Ahead {
  /** Candidates of the table that the row belongs to. */
  readonly candidates: PlanCandidates;
  /** Point of the row among the candidates. The array is reused for the next row. */
  readonly point: Point;
  /** Engine data of the row; null where a field has no value. Reading all fields then gives the errors. */
  resolve(): Resolved | null;
  /** Reason why the engine has no answer; null where it has one, undefined where unknown. */
  problem(context: Context, place: Place | null): Poison | null | undefined;
  /** Number at a result's path, with 1 or 0 for a truth. Null where the scenario has none, undefined where unknown. */
  number(path: string): number | null | undefined;
}

export interface Resolved {
  readonly kind: "resolved";
  readonly scenario: EngineScenario;
}

export type Part = "model" | "cluster" | "plan" | "queue";
export const PARTS: readonly Part[] = ["model", "cluster", "plan", "queue"];

/** Node of a scenario's results by path: `memory`, `time.bubble`. */
export interface ResultValue {
  readonly kind: "result";
  readonly path: string;
  readonly scenario: ScenarioValue | null;
  /** The record, for results of a model without a scenario (`llama.params`). */
  readonly record: RecordValue | null;
  /** Total of a node that counts as a number (`params`). */
  readonly quantity?: Quantity;
  /** Unit to print in, from `as`. */
  readonly unit?: string;
}

export interface Row {
  readonly scenario: ScenarioValue;
  /** Values of the derived columns, and the rank in a search. */
  readonly columns: RowColumns;
  /** Reason why the engine has no answer for the row; null where it has one. */
  readonly problem: Diagnostic | null;
  /**
   * Paths with one value for all combinations, in a row that stands for several combinations without an answer. Its
   * other columns are blank.
   */
  readonly agreed?: ReadonlySet<string>;
}

/** Columns of a row by name; a `Map` satisfies it. */
export interface RowColumns {
  get(name: string): Value | undefined;
  keys(): Iterable<string>;
}

/** Columns of a row before any is evaluated. */
export const NO_COLUMNS: RowColumns = new Map();

export interface TableValue {
  readonly kind: "table";
  readonly name: string;
  readonly statement: Sweep;
  readonly scope: Scope;
  /** Varied paths as written, in order. */
  readonly varied: readonly string[];
  readonly derived: readonly string[];
  /** Rows with an answer that passed every `where`. In a search: the best ones, best first. */
  readonly rows: Listing<Row>;
  /** Rows of a sweep with and without an answer, in written order. */
  readonly all: Listing<Row>;
  /** Reasons for missing combinations, most frequent first. */
  readonly skipped: readonly Skipped[];
  /** Number of combinations tried so far. `total` is the number of all combinations. */
  readonly tried: number;
  readonly total: number;
  /** Number of feasible plans; null where they were not counted. */
  readonly feasible: number | null;
  /** True for an interrupted table, which has the rows made so far. */
  readonly partial: boolean;
  /**
   * First incomplete table in an interrupted group of tables: its index, the number of tables, and its point if it was
   * begun.
   */
  readonly cutAt?: { readonly place: number; readonly of: number; readonly point: string | null };
  /** True for a table too long to keep its estimates: the reader of a row releases it. */
  readonly large: boolean;
}

/** Rows without a scenario: measured rows of a data import, or the answer to a question. */
export interface MeasuredTable {
  readonly kind: "data";
  readonly name: string;
  /** Question that the rows answer, which decides how they are plotted; absent for a data import. */
  readonly question?: "sensitivity" | "crossovers";
  /** Columns shown by default; all if absent. */
  readonly usual?: readonly string[];
  /** Columns in the order of the file. */
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
  /** Smallest memory need among rejected plans: `84.49 GiB of 80 GiB, 4.488 GiB too much`. */
  readonly least?: string;
  /** Value that came nearest to a condition: `mfu is 53.5% at best (dp 8)`. */
  readonly nearest?: string;
  /**
   * Category of rejected plans in a search over all plans: memory, own conditions, or bounds, which reject plans
   * without an estimate. Absent for other reasons.
   */
  readonly kind?: "over memory" | "may not fit" | "unwanted" | "bounded";
}

export const NONE: Value = { kind: "none" };
export const TRUE: Value = { kind: "boolean", value: true };
export const FALSE: Value = { kind: "boolean", value: false };
export const SILENT: Poison = { kind: "poison", diagnostics: [] };

export function poison(...diagnostics: Diagnostic[]): Poison {
  return { kind: "poison", diagnostics };
}

export function isPoison(value: unknown): value is Poison {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "poison";
}

/** Kind of a value for messages: "a plan", "a list", "bytes (B)". */
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
