import type { Estimate } from "../estimate/estimate.ts";
import type { Field } from "../scenario/field.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { PeakEnds } from "../trainingStep/memory/fit.ts";
import type { Candidates, Point } from "./candidates.ts";
import type { PlanChecks } from "./nearestFit.ts";
import type { Share } from "./share.ts";
import type { Contender } from "./standing.ts";
import type { Counted } from "./tally.ts";

/** An objective to minimise. */
export interface Aim {
  /** Result that the objective rises with: the step's time or the peak memory. Null where it rises with neither. */
  readonly bound: "step_time" | "memory" | null;
  /**
   * Lower bound of the objective for a step of at least `seconds` s, of which `kernels` s are in kernels, and at least `bytes` of
   * memory. Without this function the bound is `seconds` itself.
   */
  least?(seconds: number, kernels: number, bytes: number): number;
  /** Value of the objective; null where the candidate has none. */
  value(place: number, scenario: Scenario, estimate: Estimate): number | null;
}

/** Lower bounds of a candidate: step time and its kernel time, s, and memory, B. */
export interface Least {
  readonly seconds: number;
  readonly kernels: number;
  readonly bytes: number;
}

/** Lower bounds of a candidate before any is computed: 0 s and 0 B. */
export const NOTHING: Least = { seconds: 0, kernels: 0, bytes: 0 };

/** Rule by which candidates count as fitting their devices. */
export interface Fitting {
  /** True to accept only plans that fit for sure; false to accept plans that may not fit, too. */
  readonly sure: boolean;
  /** Fields that the interval of a candidate's peak depends on. */
  readonly reads: readonly Field[];
  ends(scenario: Scenario): PeakEnds;
}

export interface Search {
  readonly candidates: Candidates;
  /** Rule for fitting. Without it, the estimated peak alone decides. */
  readonly fitting?: Fitting;
  /** Objectives: one, or several for a Pareto front. */
  readonly aims: readonly Aim[];
  /** Number of best candidates to keep; a front is kept whole. */
  readonly keep: number;
  /** Part of the candidates that this search covers. Without a share it covers all candidates. */
  readonly share?: Share | null;
  /** Reason why the conditions exclude a candidate with these lower bounds; null where they do not decide. */
  unwanted?(point: Point, least: Least): string | null;
  /** Reason why every candidate with a step of at least so many seconds is excluded; null where one may be accepted. */
  unwantedBeyond?(seconds: number): string | null;
  /** Condition that an estimated candidate does not meet, as the reason to exclude it; null where it meets all. */
  unmet(place: number, scenario: Scenario, estimate: Estimate): string | null;
  /** Polled frequently. True ends the search with the best candidates so far. */
  interrupted(): boolean;
  /**
   * Called when the number of candidates becomes known, and whenever some are decided. `done` also counts open candidates whose
   * bound is already worse than the best: they will not be estimated.
   */
  progress(done: () => number, total: number, best: Contender | null): void;
  /** Called once, at the start, with a getter of the result so far, for a search that is cut off. */
  begins?(found: () => SearchResult): void;
}

export interface SearchResult {
  /** Best candidates first. */
  readonly best: readonly Contender[];
  readonly total: number;
  /** Number of decided candidates: known to be among the best or not. Equals `total` unless interrupted. */
  readonly decided: number;
  /** Number of fully estimated candidates, and of feasible ones: valid, fitting and meeting the conditions. */
  readonly estimated: number;
  readonly feasible: number;
  readonly reasons: readonly Counted[];
  /** Reasons found before any candidate was estimated. They are equal in every part of a shared search. */
  readonly refused: readonly Counted[];
  readonly planChecks: PlanChecks;
}
