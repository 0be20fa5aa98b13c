import type { Model } from "../../../engine/scenario/model.ts";
import type { Scenario as EngineScenario, Refusal } from "../../../engine/scenario/scenario.ts";
import type { Point } from "../../../engine/search/candidates.ts";
import type { Choice } from "../../../engine/search/planSpace.ts";
import type { ResultRanges } from "../../../engine/search/resultRanges.ts";
import type { Fit } from "../../../engine/trainingStep/memory/fit.ts";
import type { Expr, Sweep } from "../../ast/ast.ts";
import type { Diagnostic, Place } from "../../diagnostics/diagnostic.ts";
import type { FieldRow } from "../../schema/index.ts";
import type { PartialSearch } from "./partialSearch.ts";
import type { PlanCandidates } from "./planCandidates.ts";
import type { Scope } from "./scope.ts";
import type { SharedSearches } from "./sharedSearches.ts";
import type { TableThreads } from "./tableThreads.ts";
import type {
  Change,
  Poison,
  RecordValue,
  ResultValue,
  ScenarioValue,
  Skipped,
  TableValue,
  Value,
} from "./value.ts";

/**
 * Interface through which the language reads the engine's results. The session passes an implementation to the
 * evaluator, so that the language does not depend on the engine.
 */
export interface OutputReader {
  /** Paths of all results (`step_time`, `memory.peak`), for completion and for suggestions in errors. */
  readonly paths: readonly string[];
  /** True for a result that is a table, such as `sensitivity`, and no number. */
  isTable(path: string): boolean;
  /**
   * True where a path is a result of a training scenario, a queue or a run, or the first names of one (`memory`, because of
   * `memory.peak`). With `of`, only results of this kind of scenario count.
   */
  has(path: string, of?: ScenarioValue | null): boolean;
  /** Base unit that all numbers of a result group share (`memory`: "B"); null where they have different units. */
  unit(path: string): string | null;
  /** Sentence that documents the result at a path, for messages; undefined for an unknown path. */
  doc(path: string): string | undefined;
  /**
   * Result at a path: a number, or true or false. A group of results such as `memory` gives the node itself, which is
   * shown as a whole. Where the engine rejects the scenario, an error at the field at fault.
   */
  read(context: Context, node: ResultValue, place: Place): Value;
  /**
   * Error that explains why the engine has no answer for a scenario, such as an invalid plan; null where the engine has
   * one. `place` is the place in the program that asks.
   */
  check(context: Context, scenario: ScenarioValue, place: Place | null): Poison | null;
  /** Short text of a scenario's plan, such as `tp 8 · dp 4`; empty for a scenario without a plan. */
  planText(context: Context, scenario: ScenarioValue): string;
  /** Verdict on whether a scenario fits its devices: yes, maybe or no, from the interval of its peak memory. */
  fit(context: Context, scenario: ScenarioValue): Fit;
  /**
   * Estimated memory that a scenario needs beyond the capacity. Null where the scenario fits, or where the engine has
   * no answer for it.
   */
  lack(context: Context, scenario: ScenarioValue): Lack | null;
  /** Drops the estimate of a scenario from memory. A later read estimates the scenario again. */
  release(scenario: ScenarioValue): void;
  /**
   * Plan space of a scenario's model on its cluster, as choices of field values that a search combines; or the reason why
   * none is searched.
   */
  planSpace(scenario: EngineScenario): readonly Choice[] | Refusal;
  /**
   * Table of crossovers: values of a varied setting at which one alternative of a table (such as a cluster) becomes
   * better than another.
   */
  crossovers(context: Context, table: TableValue): Value;
  /**
   * Makes the answers for all rows of a table. Rows share intermediate results, so that not every row needs an estimate
   * of its own.
   */
  rows(context: Context, candidates: PlanCandidates, statement: Sweep): RowAnswers;
  /** Runs a search. The answer has the best candidates, and counts of the reasons that rejected candidates. */
  search(context: Context, request: SearchRequest): SearchAnswer;
  /**
   * Indices of the Pareto-optimal points, ordered by the points' first number. A point lists the values of the
   * objectives to minimise for one row.
   */
  front(points: readonly (readonly number[])[]): readonly number[];
  /** Paths of the results that a model has without a cluster: `params`, `active_params`. */
  readonly modelPaths: readonly string[];
  /** Paths of the results that a queue of jobs or a run of phases has. */
  groupPaths(group: ScenarioValue): readonly string[];
}

/** Memory that a scenario needs beyond the capacity of its devices or nodes. */
export interface Lack {
  readonly bytes: number;
  /** Need, capacity and excess in words: `84.49 GiB of 80 GiB, 4.488 GiB too much`. */
  readonly text: string;
}

/**
 * Engine's answers for a table's rows. A table reads its rows in the order of their points, so that neighbouring rows
 * share work. The interface `Ahead` documents the meaning of null and undefined.
 */
export interface RowAnswers {
  problem(context: Context, row: ScenarioValue, point: Point, place: Place | null): Poison | null | undefined;
  number(row: ScenarioValue, point: Point, path: string): number | null | undefined;
}

/** Request for a search over plans, which the language sends to the engine. */
export interface SearchRequest {
  /**
   * Name in the `search` statement. The object, not its text, identifies the statement. One statement may make many
   * searches.
   */
  readonly of: Sweep["name"];
  readonly candidates: PlanCandidates;
  /** Number of best plans that the search returns. A Pareto front is returned whole, whatever this number. */
  readonly keep: number;
  /** True to reject plans that may not fit their devices. False to reject only plans that certainly do not fit. */
  readonly sure: boolean;
  /** Quantities that the search minimises: one, or several for a Pareto front. */
  readonly aims: readonly SearchAim[];
  /** Texts of the objectives and conditions. They distinguish this search from other searches over the same plans. */
  readonly asked: readonly string[];
  /**
   * Returns the reason to reject a plan before it is estimated, from its settings and bounds. Null where these do not
   * decide.
   */
  unwanted(point: Point, bounds: SearchBounds): string | null;
  /**
   * Returns the reason to reject every plan with these bounds, whatever its settings. Null where the bounds alone do
   * not decide.
   */
  unwantedBeyond(bounds: SearchBounds): string | null;
  /**
   * Function that returns the reason to reject an estimated plan, or null to accept it. The property itself is null
   * where every plan is accepted.
   */
  readonly unmet: ((row: ScenarioValue) => string | null) | null;
  /** Returns true after an error in the program's text, which ends the search. */
  stopped(): boolean;
  /** Best plans found so far. If the run is interrupted, they become the answer. */
  readonly partial: PartialSearch;
  readonly label: string;
}

/**
 * Lower bounds of a plan's results, known before its estimate. `step_time` and `kernels` (kernel time) are in s,
 * `memory` in B. `results` gives the ranges of other results that follow from these bounds.
 */
export interface SearchBounds {
  readonly step_time: number;
  readonly memory: number;
  readonly kernels: number;
  readonly results: ResultRanges;
}

/** Objective of a search. The search minimises `value`. */
export interface SearchAim {
  /**
   * Result that the search minimises directly and for which it has a lower bound of its own. Null where `value`
   * computes the objective for each plan.
   */
  readonly follows: "step_time" | "memory" | null;
  /**
   * Returns the objective's lower bound as a function of step time (s), kernel time (s) and memory (B). Null where no
   * bound of the objective is known.
   */
  least(results: ResultRanges): ((seconds: number, kernels: number, bytes: number) => number) | null;
  value(row: ScenarioValue): number | null;
  /**
   * Converts a value of the objective back to a value in the program's unit, for display. Null before the first plan is
   * evaluated.
   */
  written(value: number): Value | null;
}

export interface SearchAnswer {
  /** Best plans as points (one index for each choice), best first. */
  readonly best: readonly Point[];
  readonly total: number;
  readonly decided: number;
  /** Number of plans that are valid, fit and meet every condition; null where they were not counted. */
  readonly feasible: number | null;
  readonly skipped: readonly Skipped[];
}

/**
 * Functions of the evaluator that its parts call through the context. Expressions contain expressions and records
 * contain expressions, so the parts call each other.
 */
export interface Evaluator {
  /**
   * Evaluates an expression in a scope. `field` is the schema row of the field that gets the value, or null. Where the
   * field accepts words, a name is read as one of these words before it is looked up as a definition. An error is
   * returned as a value of the kind `poison`.
   */
  evaluate(expr: Expr, scope: Scope, field: FieldRow | null): Value;
  /**
   * Reads a field of a record: the value that the program writes, or the default. The value is computed once and then
   * cached in the record.
   */
  readField(record: RecordValue, name: string): Value;
}

/**
 * State of one run of the evaluator: access to the engine, warnings, limits, and the names that are being evaluated, by
 * which cycles are detected.
 */
export interface Context extends Evaluator {
  readonly outputs: OutputReader;
  warn(diagnostic: Diagnostic): void;
  interrupted(): boolean;
  /**
   * Called when a loop over finished rows begins. The returned function says before each row whether the loop must
   * stop. An interrupt during the loop stops it at once. A loop that begins after the interrupt runs on briefly, to
   * complete the rows made so far.
   */
  stopsRows(): () => boolean;
  /**
   * Called before long work whose code has not run yet in this process. A kernel can then compile the code in advance.
   */
  begins(): void;
  /**
   * Reports progress of a long loop. `total` is 0 until the total is known. `best` returns the best result so far in
   * words, and is called only when progress is displayed.
   */
  progress(
    /**
     * Number of finished items, or a function that returns the number. The function is called only when progress is
     * displayed.
     */
    done: number | (() => number),
    total: number,
    label: string,
    best?: () => string | undefined,
  ): void;
  /**
   * Changes of fields from the command line's `--set` options. They replace what the program writes in every scenario.
   */
  readonly overrides: readonly Change[];
  /**
   * Fields and names that are being evaluated, outermost first. A name that occurs twice depends on itself, which is an
   * error.
   */
  readonly trail: { readonly name: string; readonly place: Place | null }[];
  depth: number;
  /** Number of elements in all lists that the run's names refer to. The limit is `MAX_HELD`. */
  held: number;
  /**
   * Bit mask of the table's settings (paths that its `for` clauses vary) that the current evaluation has read. Memos
   * record the mask to know what a value depends on.
   */
  reads: number;
  /**
   * Rows made so far of each table that is not complete, by the table's statement. If the run is interrupted, the table
   * consists of them.
   */
  readonly making: Map<Sweep, { readonly kind: string }>;
  /**
   * Position of the current table in a group of tables (`at`), and the size of the group (`of`), for progress over the
   * whole group. Null outside a group.
   */
  part: { readonly at: number; readonly of: number } | null;
  /**
   * Counter above 0 while many scenarios are evaluated, such as the rows of a table or trial changes. The engine's
   * warnings on single scenarios are then not reported.
   */
  quiet: number;
  /** Division of searches between several processes; absent where this process runs every search alone. */
  readonly searches?: SharedSearches;
  /** Worker threads that compute rows in advance; absent in a session with one thread. */
  readonly threads?: TableThreads;
}

export type { EngineScenario, Model, ScenarioValue };
