import type { Model } from "../../../engine/scenario/model.ts";
import type { Scenario as EngineScenario } from "../../../engine/scenario/scenario.ts";
import type { Point } from "../../../engine/search/candidates.ts";
import type { Choice } from "../../../engine/search/planSpace.ts";
import type { ResultRanges } from "../../../engine/search/resultRanges.ts";
import type { Fit } from "../../../engine/trainingStep/memory/fit.ts";
import type { Sweep } from "../../ast.ts";
import type { Diagnostic, Place } from "../../diagnostics/diagnostic.ts";
import type { PlanCandidates } from "./planCandidates.ts";
import type { SearchInHand } from "./searchInHand.ts";
import type { SharedSearches } from "./sharedSearches.ts";
import type { TableThreads } from "./tableThreads.ts";
import type { Change, Poison, ResultValue, ScenarioValue, Skipped, TableValue, Value } from "./value.ts";

/** What the language asks of the engine, injected so that the language does not depend on it. */
export interface OutputReader {
  /** All complete paths (`step_time`, `memory.peak`), for completion and did-you-mean. */
  readonly paths: readonly string[];
  /** Whether an output is a table of its own: `sensitivity`. */
  isTable(path: string): boolean;
  /** Whether a path is an output of a scenario or of a queue, or the beginning of one. */
  has(path: string, of?: ScenarioValue | null): boolean;
  /** The base unit that the numbers of a group are in (`memory` is in "B"); null where they have none in common. */
  unit(path: string): string | null;
  /** The sentence on a path, for messages. */
  doc(path: string): string | undefined;
  /**
   * The output at `path`: a number or a truth; the node itself for a group or a structure, which is shown as a whole;
   * or why there is none (the engine's refusal, at the place of the field at fault).
   */
  read(context: Context, node: ResultValue, place: Place): Value;
  /** Null when the engine has an answer for the scenario, else why not. */
  check(context: Context, scenario: ScenarioValue, place: Place | null): Poison | null;
  /** A scenario's plan in few words, `tp 8 · dp 4`; empty where it has none. */
  planText(context: Context, scenario: ScenarioValue): string;
  /** Whether the scenario's peak is within its devices' memory, as sure as that is. */
  fit(context: Context, scenario: ScenarioValue): Fit;
  /** By how much it is not, as estimated; null where it is, and where there is no answer. */
  lack(context: Context, scenario: ScenarioValue): Lack | null;
  /** Forgets what was worked out for a scenario; it is worked out again when it is asked for. */
  release(scenario: ScenarioValue): void;
  /** Every plan for a scenario's model on its cluster, as choices. */
  planSpace(scenario: EngineScenario): readonly Choice[];
  /** Where one of a table's alternatives overtakes another. */
  crossovers(context: Context, table: TableValue): Value;
  /** What the engine says of the rows of a statement's table without an estimate of each. */
  rows(context: Context, candidates: PlanCandidates, statement: Sweep): RowAnswers;
  /** The best of a search's candidates, and why the others are not. */
  search(context: Context, request: SearchRequest): SearchAnswer;
  /** Of points, each of numbers that should be small, those that no other is as good as in all and better than in one: their places, by the first number. */
  front(points: readonly (readonly number[])[]): readonly number[];
  /** Outputs of a model alone: `params`, `active_params`. */
  readonly modelPaths: readonly string[];
  /** Outputs of a queue. */
  readonly queuePaths: readonly string[];
}

/** What a scenario needs beyond what its devices, or their nodes, have. */
export interface Lack {
  readonly bytes: number;
  /** `84.49 GiB of 80 GiB, 4.488 GiB too much` */
  readonly text: string;
}

/** The engine's answers to the rows of a table, asked in the order of their places. `Ahead` says what they mean. */
export interface RowAnswers {
  problem(context: Context, row: ScenarioValue, point: Point, place: Place | null): Poison | null | undefined;
  number(row: ScenarioValue, point: Point, path: string): number | null | undefined;
}

/** A search over plans, as the language asks for it. */
export interface SearchRequest {
  /** The statement's name where it is written: a table may make many searches. */
  readonly of: Sweep["name"];
  readonly candidates: PlanCandidates;
  /** How many of the best to keep; a front is kept whole. */
  readonly keep: number;
  /** Whether plans that may not fit their devices are left out too. */
  readonly sure: boolean;
  /** One, or several whose front is sought. */
  readonly aims: readonly SearchAim[];
  /** The aims and conditions as written: what tells one search from another over the same plans. */
  readonly asked: readonly string[];
  /** Why a plan is not wanted, as far as settings and bounds say so before it is worked out; null where they do not. */
  unwanted(point: Point, bounds: SearchBounds): string | null;
  /** Why no plan is wanted whose results are beyond some bounds, whatever its settings; null where that is not known. */
  unwantedBeyond(bounds: SearchBounds): string | null;
  /** Why a plan that fits its devices is not wanted, null for one that is; null where every one is wanted. */
  readonly turnsAway: ((row: ScenarioValue) => string | null) | null;
  /** After a mistake there is nothing to go on for. */
  stopped(): boolean;
  /** What it has found is kept here. Of a search that was cut off, that is its answer. */
  readonly inHand: SearchInHand;
  readonly label: string;
}

/** What results of a plan cannot be below: s, B; and where others lie whose step takes so long, and so much of it in kernels, s. */
export interface SearchBounds {
  readonly step_time: number;
  readonly memory: number;
  readonly kernels: number;
  readonly results: ResultRanges;
}

/** Something that a search seeks to be small. */
export interface SearchAim {
  /** What it is; null: `value` gives it for each plan. */
  readonly follows: "step_time" | "memory" | null;
  /** What it is at least by a step's time and kernels and its memory, as far as the results tell that it is made of; null where they do not. */
  least(results: ResultRanges): ((seconds: number, kernels: number, bytes: number) => number) | null;
  value(row: ScenarioValue): number | null;
  /** One of its values as it is written; null before the first. */
  written(value: number): Value | null;
}

export interface SearchAnswer {
  /** Best first. */
  readonly best: readonly Point[];
  readonly total: number;
  readonly decided: number;
  /** Null where it was not counted. */
  readonly feasible: number | null;
  readonly skipped: readonly Skipped[];
}

/** What one evaluation carries along: the engine's results, where warnings go, the trail for cycles, limits. */
export interface Context {
  readonly outputs: OutputReader;
  warn(diagnostic: Diagnostic): void;
  interrupted(): boolean;
  /**
   * Asked as a loop over finished rows begins; what it gives says before each row whether to stop. A loop that the
   * interrupt meets stops at it; one that begins after it goes on for a moment, so that the rows made until then are kept.
   */
  stopsRows(): () => boolean;
  /** Told before work that is known to run much code often, none of which has run yet. */
  begins(): void;
  /** `total` is 0 until it is known; `best` says what has been found so far, and is asked when that is shown. */
  progress(
    /** Asked for when somebody is told. */
    done: number | (() => number),
    total: number,
    label: string,
    best?: () => string | undefined,
  ): void;
  /** `--set` texts, parsed: put on every scenario, over what is written. */
  readonly overrides: readonly Change[];
  /** Fields and names being evaluated, outermost first. */
  readonly trail: { readonly name: string; readonly place: Place | null }[];
  depth: number;
  /** Elements of the lists that names have got as their values. */
  held: number;
  /** Settings of a search, as bits, that what is being worked out was seen to depend on. */
  reads: number;
  /** Tables that are being filled. Of a run that was cut off wherever it was, those that an interrupted run ends with what they have. */
  readonly making: Map<Sweep, { readonly kind: string }>;
  /** Of a table that is several, one below the other, which of them is being filled, and of how many: what is told of progress is a part of that. */
  part: { readonly at: number; readonly of: number } | null;
  /** Above 0 inside a table: its rows do not warn one by one. */
  quiet: number;
  /** Where searches over plans are shared with other sessions. */
  readonly searches?: SharedSearches;
  /** Absent where there is one thread. */
  readonly threads?: TableThreads;
}

/** An evaluation that nobody listens to: its warnings are dropped, nothing stops it but `interrupted`. */
export function silentContext(
  outputs: OutputReader,
  { interrupted = () => false, quiet = 0 }: Partial<Pick<Context, "interrupted" | "quiet">> = {},
): Context {
  return {
    outputs,
    warn() {},
    interrupted,
    stopsRows: () => interrupted,
    begins() {},
    progress() {},
    overrides: [],
    trail: [],
    depth: 0,
    held: 0,
    reads: 0,
    making: new Map(),
    part: null,
    quiet,
  };
}

export type { EngineScenario, Model, ScenarioValue };
