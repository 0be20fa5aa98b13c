import type { Scenario as EngineScenario } from "../../../engine/scenario/scenario.ts";
import type { Point } from "../../../engine/search/candidates.ts";
import type { MeasuredLog, SteadyState, TraceSummary, WallClock } from "../../../measured/index.ts";
import type { Quantity } from "../../../units/quantity.ts";
import type { Cite, Expr, Name, Sweep } from "../../ast/ast.ts";
import type { Diagnostic, Place } from "../../diagnostics/diagnostic.ts";
import type { FieldRow } from "../../schema/index.ts";
import type { Context } from "./context.ts";
import type { Drawn } from "./draws.ts";
import type { Listing } from "./listing.ts";
import type { PlanCandidates } from "./planCandidates.ts";
import type { RecordType } from "./recordType.ts";
import type { Scope } from "./scope.ts";

/**
 * Value of the language. An error is a value too, of the kind `poison`. It takes its diagnostics along to every
 * expression that uses it, so that one cause is reported once and only dependent values are lost.
 */
export type Value =
  | (Quantity & OfResult & Drawn)
  | { readonly kind: "text"; readonly value: string }
  | ({ readonly kind: "boolean"; readonly value: boolean } & Drawn)
  | ({ readonly kind: "none" } & OfField)
  | WordValue
  | { readonly kind: "list"; readonly items: readonly Value[] }
  | RecordValue
  | ScenarioValue
  | TableValue
  | MeasuredTable
  | MeasuredRun
  | { readonly kind: "skipped"; readonly table: TableValue }
  | ResultValue
  | FunctionValue
  | Poison;

export type { Quantity };

/** Function that a program defines with `fn`. It is called and not passed on. */
export interface FunctionValue {
  readonly kind: "function";
  readonly name: string;
  readonly params: readonly Name[];
  readonly body: Expr;
  readonly doc: string | undefined;
  /** Number of calls that one call leads to, itself included. */
  readonly calls: number;
  /** Scope in which the function was written. */
  readonly scope: Scope;
  readonly place: Place;
}

/**
 * Link from a number to the result of the engine from which it was read. With this link, `step_time.high` can be read
 * from a `step_time`.
 */
export interface OfResult {
  readonly result?: ResultValue;
}

/**
 * Field from which a word (or `none`) was read. A name that is compared with the word is read as a word of this field.
 */
export interface OfField {
  readonly of?: FieldRow;
}

export interface WordValue extends OfField, Drawn {
  readonly kind: "word";
  readonly word: string;
  /** True or false for a word that can be a condition, such as the word of `memory.fits`; absent for other words. */
  readonly truth?: boolean;
}

export interface Poison {
  readonly kind: "poison";
  readonly diagnostics: readonly Diagnostic[];
  /**
   * True for an expression that needs a scenario where there is none (`devices / tp` in a plan without a cluster). The
   * expression is valid, so nothing is reported.
   */
  readonly needsScenario?: boolean;
}

/**
 * Source of a field's value: an expression with its scope, a value that a sweep sets, or changes to the inside of
 * another such value (a patch).
 */
export type Binding =
  | ExprBinding
  | ValueBinding
  | {
      readonly kind: "patch";
      /** Binding of the value that is changed; null where the value is the schema's default. */
      readonly base: Binding | null;
      readonly changes: readonly Change[];
    };

export interface ValueBinding {
  readonly kind: "value";
  readonly value: Value;
  readonly text: string;
  readonly place: Place;
  /**
   * Bit of the table's setting that set this value; absent where no table did. Each read of the field marks this bit in
   * `Context.reads`.
   */
  readonly choice?: number;
}

export interface ExprBinding {
  readonly kind: "expr";
  readonly expr: Expr;
  readonly scope: Scope;
  readonly place: Place;
  readonly cite?: Cite;
  /** True where the expression is the schema's default of the field. */
  readonly isDefault?: boolean;
}

/** Assignment to one path in `with { a.b = e }`. */
export interface Change {
  readonly path: readonly string[];
  /** Place in the program of each name of the path. */
  readonly places: readonly Place[];
  readonly binding: Binding;
}

/**
 * Mark on a value that is being evaluated. Where the same run meets the mark again, the definition depends on itself. A
 * mark that an interrupted run has left is ignored.
 */
export interface Busy {
  readonly kind: "busy";
  /** Run that set the mark. Each run has its own array `Context.trail`, which identifies it. */
  readonly run: object;
}

/**
 * Definition (such as a plan) or tagged value (such as `mha(heads = 96)`). Immutable except for the cache of its
 * evaluated fields. `holder` is the record that contains a tagged value, or null. `scenario` is the scenario that a
 * definition belongs to, or null.
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
  /**
   * For each evaluated field, a bit mask of the table's settings (paths that its `for` clauses vary) that its value
   * depends on. A field without an entry depends on no setting.
   */
  readonly reads: Map<string, number>;
}

/**
 * Scenario `MODEL on CLUSTER with PLAN`, a queue, or a run of phases. A scenario may lack parts, such as the plan in
 * `MODEL on CLUSTER`.
 */
export interface ScenarioValue {
  readonly kind: "scenario";
  readonly name: string;
  readonly parts: { readonly [part in Part]?: RecordValue };
  /**
   * Copies of the parts that are linked to this scenario, so that their fields can read its other parts. Each is made
   * on first use.
   */
  readonly bound: Map<Part, RecordValue>;
  /** Scenario as the engine's data, or the errors in its fields; null before the first use. */
  resolved: Resolved | Poison | Busy | null;
  /** Answers that the scenario's table has computed before; absent for a scenario outside a table. */
  readonly ahead?: Ahead | undefined;
}

/**
 * Answers for one row's scenario that the table knows without estimating the scenario. Only an answer that is unknown
 * here needs an estimate.
 */
export interface Ahead {
  /** All scenarios of the table that the row belongs to. */
  readonly candidates: PlanCandidates;
  /**
   * Index of the row's value on each axis of the table. The array is reused for the next row, so it must be copied to
   * be stored.
   */
  readonly point: Point;
  /**
   * Scenario of the row as the engine's data. Null where a field has an error; reading all fields then gives the
   * errors.
   */
  resolve(): Resolved | null;
  /**
   * Reason why the engine has no answer for the row, such as an invalid plan. Null where the engine has an answer,
   * undefined where that is unknown.
   */
  problem(context: Context, place: Place | null): Poison | null | undefined;
  /**
   * Number of the row's result at a path; true is 1 and false is 0. Null where the result has no number, undefined
   * where the result is unknown.
   */
  number(path: string): number | null | undefined;
}

export interface Resolved {
  readonly kind: "resolved";
  readonly scenario: EngineScenario;
}

export type Part = "model" | "cluster" | "plan" | "queue" | "run";
/**
 * Parts that a name means in every scenario. `run` is not one of them: it is a part only of a run of phases, and a
 * result of any other scenario.
 */
export const PARTS: readonly Part[] = ["model", "cluster", "plan", "queue"];

/** Result of a scenario, or a group of results, by its path: `time.bubble`, or the group `memory`. */
export interface ResultValue {
  readonly kind: "result";
  readonly path: string;
  readonly scenario: ScenarioValue | null;
  /** Model that has the result, for results without a scenario (`llama.params`); null for results of a scenario. */
  readonly record: RecordValue | null;
  /** Total of a group of results that has one (`params`). The group is used as this number in arithmetic. */
  readonly quantity?: Quantity & Drawn;
  /** Unit in which the result is printed, if the program sets one with `as`. */
  readonly unit?: string;
}

export interface Row {
  readonly scenario: ScenarioValue;
  /** Values of the row's derived columns, and its rank in a search. */
  readonly columns: RowColumns;
  /** Reason why the engine has no answer for the row, such as an invalid plan; null where the engine has one. */
  readonly problem: Diagnostic | null;
  /**
   * Paths of `for` clauses whose values the row shows. Set only for a row that stands for several combinations without
   * an answer: these paths have one value in all of them. The row's other columns are blank.
   */
  readonly agreed?: ReadonlySet<string>;
}

/** Values of a row's columns by name; a `Map` satisfies the interface. */
export interface RowColumns {
  get(name: string): Value | undefined;
  keys(): Iterable<string>;
}

/** Columns of a row without derived columns: none. */
export const NO_COLUMNS: RowColumns = new Map();

export interface TableValue {
  readonly kind: "table";
  readonly name: string;
  readonly statement: Sweep;
  readonly scope: Scope;
  /** Paths that the table's `for` clauses vary, in written order. */
  readonly varied: readonly string[];
  readonly derived: readonly string[];
  /** Rows with an answer that meet every `where` condition. In a search: the best of them, best first. */
  readonly rows: Listing<Row>;
  /** All rows of a sweep in written order, including rows for which the engine has no answer. */
  readonly all: Listing<Row>;
  /** Reasons why combinations have no row in the table, most frequent first. */
  readonly skipped: readonly Skipped[];
  /** Number of combinations of `for` values that were tried. `total` is the number of all combinations. */
  readonly tried: number;
  readonly total: number;
  /** Number of plans that are valid, fit and meet all conditions; null where they were not counted. */
  readonly feasible: number | null;
  /** True for a table whose run was interrupted. The table has the rows that were made until then. */
  readonly partial: boolean;
  /**
   * Place at which a group of tables was interrupted: the index of its first incomplete table (`place`), the number of
   * tables (`of`), and the varied values of that table if it had begun (`point`).
   */
  readonly cutAt?: { readonly place: number; readonly of: number; readonly point: string | null };
  /**
   * True for a table with too many rows to keep all estimates in memory. Code that reads a row must then release the
   * row's estimate.
   */
  readonly large: boolean;
  /** Answer of the `solve` statement that the table belongs to; absent for other tables. */
  readonly solved?: Solved;
}

/** Answer of a `solve` statement, besides the rows of its table. */
export interface Solved {
  /** The answer in sentences. */
  readonly words: readonly string[];
  /** The number that was asked for: of the one knob, or the best of the objective; none without an answer. */
  readonly value: Value;
  /** Compared expressions of the conditions, for an explanation. */
  readonly asked: readonly { readonly expr: Expr; readonly subject: string }[];
  /** Compared expression over the one knob; null for other questions. */
  readonly curve: SolvedCurve | null;
}

/** Compared expression of a `solve` statement over the number that it varies, for a figure. */
export interface SolvedCurve {
  readonly path: string;
  /** Text of the compared expression: `mfu`. */
  readonly subject: string;
  readonly points: readonly (readonly [x: number, y: number | null])[];
  /** Any number of the axis, whose dimension and unit all share. */
  readonly x: Quantity;
  readonly y: Quantity;
  /** Values of the comparison's right side at the numbers of `points`. */
  readonly target: readonly (readonly [x: number, y: number | null])[];
  readonly targetText: string;
}

/**
 * Table whose rows have no scenario: measured rows of a data file, or the rows of a result that is a table, such as
 * `sensitivity`.
 */
export interface MeasuredTable {
  readonly kind: "data";
  readonly name: string;
  /** Result that the rows belong to, which decides how they are plotted; absent for a data file. */
  readonly question?: "sensitivity" | "crossovers";
  /** Names of the columns that are shown by default; absent where all columns are. */
  readonly usual?: readonly string[];
  /** Names of the columns, in the order of the file. */
  readonly columns: readonly string[];
  readonly rows: readonly DataRow[];
}

/**
 * Training run as it was measured, in its log or in a trace of some of its steps: `import run from "./train.log"`. The
 * log of a trace has its profiled steps as iterations.
 */
export interface MeasuredRun {
  readonly kind: "measured";
  readonly name: string;
  readonly log: MeasuredLog;
  readonly steady: SteadyState;
  /** Use of the wall-clock time; null for a trace, and for a log without durations. */
  readonly wall: WallClock | null;
  /** Parts, collectives and kernels of a step; null for a log. */
  readonly trace: TraceSummary | null;
  /** Numbers and tables of the run by name: `step_time`, `iterations`. A number that the log does not print is absent. */
  readonly fields: ReadonlyMap<string, Value>;
  /** Scope with the `plan` and the `model` that the printed arguments describe; null where the log prints none. */
  readonly definitions: Scope | null;
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
  /**
   * Smallest need for memory among plans that were rejected as out of memory, in words: `84.49 GiB of 80 GiB, 4.488 GiB
   * too much`. Absent for other reasons.
   */
  readonly least?: string;
  /** Text of the rejected value that came nearest to meeting the condition: `mfu is 53.5% at best (dp 8)`. */
  readonly nearest?: string;
  /**
   * Category of rejected plans in a search over all plans: out of memory, may not fit, excluded by `where` conditions,
   * or pruned by bounds without an estimate. Absent for other reasons.
   */
  readonly kind?: "over memory" | "may not fit" | "unwanted" | "bounded";
}

export const NONE: Value = { kind: "none" };
export const TRUE: Extract<Value, { kind: "boolean" }> = { kind: "boolean", value: true };
export const FALSE: Extract<Value, { kind: "boolean" }> = { kind: "boolean", value: false };
export const SILENT: Poison = { kind: "poison", diagnostics: [] };

export function poison(...diagnostics: Diagnostic[]): Poison {
  return { kind: "poison", diagnostics };
}

export function isPoison(value: unknown): value is Poison {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "poison";
}

/** Names the kind of a value in messages: "a number", "a list", "the plan `p`". */
export function describe(value: Value): string {
  switch (value.kind) {
    case "quantity":
      return value.draws ? "an uncertain number" : "a number";
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
    case "measured":
      return "a measured run";
    case "skipped":
      return "the skipped rows of a table";
    case "function":
      return `the function \`${value.name}\``;
    case "poison":
      return "nothing";
  }
}
