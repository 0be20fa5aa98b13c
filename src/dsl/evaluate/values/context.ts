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

/** Interface to the engine, injected so that the language does not depend on it. */
export interface OutputReader {
  /** Full paths of all outputs (`step_time`, `memory.peak`), for completion and did-you-mean. */
  readonly paths: readonly string[];
  /** True for an output that is a table, such as `sensitivity`. */
  isTable(path: string): boolean;
  /** True where a path is an output of a scenario or of a queue, or a prefix of one. */
  has(path: string, of?: ScenarioValue | null): boolean;
  /** Base unit of a group's numbers (`memory` is in "B"); null where they have no common one. */
  unit(path: string): string | null;
  /** Documentation sentence of a path, for messages. */
  doc(path: string): string | undefined;
  /**
   * Output at a path: a number or a truth, or the node itself for a group or a structure, which is shown whole. Poison
   * where the engine refuses, at the field at fault.
   */
  read(context: Context, node: ResultValue, place: Place): Value;
  /** The reason why the engine has no answer for a scenario; null where it has one. */
  check(context: Context, scenario: ScenarioValue, place: Place | null): Poison | null;
  /** Short text of a scenario's plan, `tp 8 · dp 4`; empty without a plan. */
  planText(context: Context, scenario: ScenarioValue): string;
  /** Fit of a scenario on its devices: yes, maybe or no, by the interval of its peak memory. */
  fit(context: Context, scenario: ScenarioValue): Fit;
  /** Excess over memory by the estimate; null where the scenario fits or has no answer. */
  lack(context: Context, scenario: ScenarioValue): Lack | null;
  /** Drops the memo of a scenario, which is estimated again if it is read again. */
  release(scenario: ScenarioValue): void;
  /** All plans for a scenario's model on its cluster, as choices. */
  planSpace(scenario: EngineScenario): readonly Choice[];
  /** Table of the points at which one of a table's alternatives overtakes another. */
  crossovers(context: Context, table: TableValue): Value;
  /** Answers for the rows of a table without a separate estimate of each row. */
  rows(context: Context, candidates: PlanCandidates, statement: Sweep): RowAnswers;
  /** The best candidates of a search, with counts of the reasons that rejected the others. */
  search(context: Context, request: SearchRequest): SearchAnswer;
  /** Indices of the Pareto-optimal points, ordered by the first number. All numbers of a point are minimised. */
  front(points: readonly (readonly number[])[]): readonly number[];
  /** Paths of a model's own outputs: `params`, `active_params`. */
  readonly modelPaths: readonly string[];
  /** Paths of a queue's outputs. */
  readonly queuePaths: readonly string[];
}

/** Memory that a scenario needs beyond the capacity of its devices or nodes. */
export interface Lack {
  readonly bytes: number;
  /** Excess in words: `84.49 GiB of 80 GiB, 4.488 GiB too much`. */
  readonly text: string;
}

/** The engine's answers for a table's rows, read in the order of their points. See `Ahead` for null and undefined. */
export interface RowAnswers {
  problem(context: Context, row: ScenarioValue, point: Point, place: Place | null): Poison | null | undefined;
  number(row: ScenarioValue, point: Point, path: string): number | null | undefined;
}

/** A search over plans, as the language asks the engine for it. */
export interface SearchRequest {
  /** Name in the statement, which identifies it. One table may make many searches. */
  readonly of: Sweep["name"];
  readonly candidates: PlanCandidates;
  /** Number of best plans to keep. A Pareto front is kept whole. */
  readonly keep: number;
  /** True to reject plans that may not fit their devices. */
  readonly sure: boolean;
  /** Quantities to minimise: one, or several for a Pareto front. */
  readonly aims: readonly SearchAim[];
  /** Texts of the aims and conditions, which identify a search among those over the same plans. */
  readonly asked: readonly string[];
  /** Reason to reject a plan by its settings and bounds, before it is estimated; null where these do not decide. */
  unwanted(point: Point, bounds: SearchBounds): string | null;
  /** Reason to reject every plan whose results are beyond the bounds, whatever its settings; null where unknown. */
  unwantedBeyond(bounds: SearchBounds): string | null;
  /** Returns the reason to reject an estimated plan, or null to keep it. Null where every plan is kept. */
  readonly unmet: ((row: ScenarioValue) => string | null) | null;
  /** True after an error, when the search should end. */
  stopped(): boolean;
  /** Intermediate result, which becomes the answer if the search is cut off. */
  readonly partial: PartialSearch;
  readonly label: string;
}

/**
 * Lower bounds of a plan's results: step time and kernel time in s, memory in B. `results` gives the ranges of other
 * results that follow from these.
 */
export interface SearchBounds {
  readonly step_time: number;
  readonly memory: number;
  readonly kernels: number;
  readonly results: ResultRanges;
}

/** A quantity that a search minimises. */
export interface SearchAim {
  /** Name of the minimised result; null where `value` computes it for each plan. */
  readonly follows: "step_time" | "memory" | null;
  /**
   * Returns a lower bound as a function of step time (s), kernel time (s) and memory (B); null where no bound follows
   * from the results it uses.
   */
  least(results: ResultRanges): ((seconds: number, kernels: number, bytes: number) => number) | null;
  value(row: ScenarioValue): number | null;
  /** A value of the aim in its written unit; null before the first value is known. */
  written(value: number): Value | null;
}

export interface SearchAnswer {
  /** Points of the best plans, best first. */
  readonly best: readonly Point[];
  readonly total: number;
  readonly decided: number;
  /** Number of plans that satisfy every condition; null where they were not counted. */
  readonly feasible: number | null;
  readonly skipped: readonly Skipped[];
}

/**
 * The evaluator, as its parts see it. An expression is made of expressions and a record's fields of each other, so each part
 * reaches the rest through its context.
 */
export interface Evaluator {
  /**
   * Value of an expression in a scope. `field` is the schema row of the field that the value is for, or null. In a field
   * that takes words, its words win over definitions of the same name. Errors are returned as poison.
   */
  evaluate(expr: Expr, scope: Scope, field: FieldRow | null): Value;
  /** Value of a field, evaluated once per bound record. */
  readField(record: RecordValue, name: string): Value;
}

/** State of an evaluation: the evaluator and the engine, warnings, limits, and the trail that detects cycles. */
export interface Context extends Evaluator {
  readonly outputs: OutputReader;
  warn(diagnostic: Diagnostic): void;
  interrupted(): boolean;
  /**
   * Called as a loop over finished rows begins; the returned function says before each row whether to stop. A loop that
   * is interrupted stops at once. A loop that begins after the interrupt continues briefly, to keep the rows made so
   * far.
   */
  stopsRows(): () => boolean;
  /** Called before long work with code that has not run yet, so that a kernel can compile it eagerly. */
  begins(): void;
  /**
   * Reports progress. `total` is 0 until it is known. `best` returns the best result so far in words, and is called
   * only for display.
   */
  progress(
    /** Amount done; a function is called only when progress is displayed. */
    done: number | (() => number),
    total: number,
    label: string,
    best?: () => string | undefined,
  ): void;
  /** Parsed `--set` texts, which override the fields of every scenario. */
  readonly overrides: readonly Change[];
  /** Fields and names under evaluation, outermost first. */
  readonly trail: { readonly name: string; readonly place: Place | null }[];
  depth: number;
  /** Number of list elements that names hold. */
  held: number;
  /** Bit mask of a search's settings that the current evaluation has read. */
  reads: number;
  /** Tables under construction. If a run is cut off anywhere, their rows so far are kept. */
  readonly making: Map<Sweep, { readonly kind: string }>;
  /**
   * Position within a group of tables that is filled one by one, and their number. Progress is scaled to it. Null
   * outside a group.
   */
  part: { readonly at: number; readonly of: number } | null;
  /** Above 0 while rows of a table or trial changes are evaluated, which must not warn one by one. */
  quiet: number;
  /** Searches over plans shared with other sessions. */
  readonly searches?: SharedSearches;
  /** Worker threads; absent in a session with one thread. */
  readonly threads?: TableThreads;
}

export type { EngineScenario, Model, ScenarioValue };
