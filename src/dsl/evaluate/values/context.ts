import type { Model } from "../../../engine/scenario/model.ts";
import type { Scenario as EngineScenario } from "../../../engine/scenario/scenario.ts";
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
 * Interface through which the language reads the engine's results. It is injected, so that the language does not depend
 * on the engine.
 */
export interface OutputReader {
  /** Paths of all results (`step_time`, `memory.peak`), for completion and did-you-mean. */
  readonly paths: readonly string[];
  /** True for a result that is a table, such as `sensitivity`. */
  isTable(path: string): boolean;
  /**
   * True where a path is a result of a training scenario or of a queue, or the beginning of one (`memory` of
   * `memory.peak`).
   */
  has(path: string, of?: ScenarioValue | null): boolean;
  /** Base unit that all numbers of a result group share (`memory`: "B"); null where they have different units. */
  unit(path: string): string | null;
  /** Sentence that documents the result at a path, for messages. */
  doc(path: string): string | undefined;
  /**
   * Result at a path: a number or a truth. For a group such as `memory`, which is shown whole, the node itself. An
   * error at the field at fault where the engine rejects the scenario.
   */
  read(context: Context, node: ResultValue, place: Place): Value;
  /** Error that explains why the engine has no answer for a scenario; null where it has one. */
  check(context: Context, scenario: ScenarioValue, place: Place | null): Poison | null;
  /** Short text of a scenario's plan, `tp 8 · dp 4`; empty without a plan. */
  planText(context: Context, scenario: ScenarioValue): string;
  /** Verdict on whether a scenario fits its devices: yes, maybe or no, from the interval of its peak memory. */
  fit(context: Context, scenario: ScenarioValue): Fit;
  /** Memory that a scenario needs beyond the capacity, by the estimate; null where it fits or has no answer. */
  lack(context: Context, scenario: ScenarioValue): Lack | null;
  /** Drops the estimate of a scenario from memory. A later read estimates the scenario again. */
  release(scenario: ScenarioValue): void;
  /** Plan space of a scenario's model on its cluster, as choices of field values that a search combines. */
  planSpace(scenario: EngineScenario): readonly Choice[];
  /** Table of the values at which one alternative of a table (such as a cluster) becomes better than another. */
  crossovers(context: Context, table: TableValue): Value;
  /**
   * Answers for all rows of a table. Rows share intermediate results, so that not every row needs an estimate of its
   * own.
   */
  rows(context: Context, candidates: PlanCandidates, statement: Sweep): RowAnswers;
  /** Best candidates of a search, with counts of the reasons that rejected the other candidates. */
  search(context: Context, request: SearchRequest): SearchAnswer;
  /**
   * Indices of the Pareto-optimal points, ordered by their first number. Each number of a point is an objective to
   * minimise.
   */
  front(points: readonly (readonly number[])[]): readonly number[];
  /** Paths of the results that a model has without a cluster: `params`, `active_params`. */
  readonly modelPaths: readonly string[];
  /** Paths of the results that a queue of jobs has. */
  readonly queuePaths: readonly string[];
}

/** Memory that a scenario needs beyond the capacity of its devices or nodes. */
export interface Lack {
  readonly bytes: number;
  /** Excess in words: `84.49 GiB of 80 GiB, 4.488 GiB too much`. */
  readonly text: string;
}

/**
 * Engine's answers for a table's rows. Rows are read in the order of their points, so that neighbouring rows share
 * work. The meaning of null and undefined is documented at `Ahead`.
 */
export interface RowAnswers {
  problem(context: Context, row: ScenarioValue, point: Point, place: Place | null): Poison | null | undefined;
  number(row: ScenarioValue, point: Point, path: string): number | null | undefined;
}

/** Request for a search over plans, which the language sends to the engine. */
export interface SearchRequest {
  /** Name in the `search` statement, as the object that identifies the statement: one table may make many searches. */
  readonly of: Sweep["name"];
  readonly candidates: PlanCandidates;
  /** Number of best plans to return. A Pareto front is returned whole. */
  readonly keep: number;
  /** True to reject plans that may not fit their devices. False to reject only those that certainly do not fit. */
  readonly sure: boolean;
  /** Quantities to minimise: one, or several for a Pareto front. */
  readonly aims: readonly SearchAim[];
  /** Texts of the objectives and conditions, which distinguish this search from others over the same plans. */
  readonly asked: readonly string[];
  /** Reason to reject a plan before it is estimated, from its settings and bounds; null where they do not decide. */
  unwanted(point: Point, bounds: SearchBounds): string | null;
  /**
   * Reason to reject all plans with these bounds, whatever their settings; null where the bounds alone do not decide.
   */
  unwantedBeyond(bounds: SearchBounds): string | null;
  /**
   * Returns the reason to reject an estimated plan, or null to accept it. The property is null where every plan is
   * accepted.
   */
  readonly unmet: ((row: ScenarioValue) => string | null) | null;
  /** True after an error in the program's text, which ends the search. */
  stopped(): boolean;
  /** Best plans so far, which become the answer if the run is interrupted. */
  readonly partial: PartialSearch;
  readonly label: string;
}

/**
 * Lower bounds of a plan's results before its estimate: `step_time` and `kernels` (kernel time) in s, `memory` in B.
 * `results` gives the ranges of other results that follow from these bounds.
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
   * Result that the search minimises directly, with its own lower bound; null where `value` computes the objective for
   * each plan.
   */
  readonly follows: "step_time" | "memory" | null;
  /**
   * Returns the objective's lower bound as a function of step time (s), kernel time (s) and memory (B). Null where no
   * bound of the objective is known.
   */
  least(results: ResultRanges): ((seconds: number, kernels: number, bytes: number) => number) | null;
  value(row: ScenarioValue): number | null;
  /**
   * Converts a number of the objective to a value in the unit that the program uses; null before the first plan is
   * evaluated.
   */
  written(value: number): Value | null;
}

export interface SearchAnswer {
  /** Best plans as points (one index for each choice), best first. */
  readonly best: readonly Point[];
  readonly total: number;
  readonly decided: number;
  /** Number of plans that satisfy every condition; null where they were not counted. */
  readonly feasible: number | null;
  readonly skipped: readonly Skipped[];
}

/**
 * Entry points of the evaluator, which its parts reach through the context. Expressions contain expressions, and fields
 * of records contain expressions, so the parts call each other.
 */
export interface Evaluator {
  /**
   * Evaluates an expression in a scope. `field` is the schema row of the field that gets the value, or null. If the
   * field accepts words, a name is read as one of its words before it is looked up as a definition. Errors are returned
   * as poison.
   */
  evaluate(expr: Expr, scope: Scope, field: FieldRow | null): Value;
  /** Reads a field of a record: its written value or its default. Evaluated once and then cached in the record. */
  readField(record: RecordValue, name: string): Value;
}

/** State of one run of the evaluator: access to the engine, warnings, limits, and the trail that detects cycles. */
export interface Context extends Evaluator {
  readonly outputs: OutputReader;
  warn(diagnostic: Diagnostic): void;
  interrupted(): boolean;
  /**
   * Called as a loop over finished rows begins. The returned function says before each row whether the loop must stop.
   * A loop during which the run is interrupted stops at once. A loop that begins after the interrupt continues briefly,
   * to complete the rows made so far.
   */
  stopsRows(): () => boolean;
  /** Called before long work with code that has not run yet. A kernel can then compile the code in advance. */
  begins(): void;
  /**
   * Reports progress of a long loop. `total` is 0 until it is known. `best` returns the best result so far in words,
   * and is called only when progress is displayed.
   */
  progress(
    /** Number of finished items, or a function that returns it, which is called only when progress is displayed. */
    done: number | (() => number),
    total: number,
    label: string,
    best?: () => string | undefined,
  ): void;
  /** Changes from the command line's `--set` options, which override the fields of every scenario. */
  readonly overrides: readonly Change[];
  /** Fields and names that are being evaluated, outermost first. A name that occurs twice depends on itself. */
  readonly trail: { readonly name: string; readonly place: Place | null }[];
  depth: number;
  /** Number of list elements that the run's names refer to, for the limit `MAX_HELD`. */
  held: number;
  /**
   * Bit mask of the table's settings that the current evaluation has read, so that memos know what a value depends on.
   */
  reads: number;
  /**
   * Rows so far of each table that is being made, by its statement. They become the table if the run is interrupted.
   */
  readonly making: Map<Sweep, { readonly kind: string }>;
  /**
   * Position of the current table in a group of tables (`at`), and the size of the group (`of`). Progress is scaled to
   * it. Null outside a group.
   */
  part: { readonly at: number; readonly of: number } | null;
  /**
   * Above 0 while many scenarios are evaluated, such as the rows of a table or trial changes. The engine's warnings on
   * each scenario are then not reported.
   */
  quiet: number;
  /** Division of searches between several processes; absent where this process does all. */
  readonly searches?: SharedSearches;
  /** Worker threads that compute rows in advance; absent in a session with one thread. */
  readonly threads?: TableThreads;
}

export type { EngineScenario, Model, ScenarioValue };
