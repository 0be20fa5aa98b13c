import { estimateOnDemand } from "../answer/answer.ts";
import type { Estimate } from "../estimate/estimate.ts";
import type { Field } from "../scenario/field.ts";
import type { Refusal, Scenario } from "../scenario/scenario.ts";
import { EXACT, fitOf, type PeakEnds } from "../trainingStep/memory/fit.ts";
import { overfull } from "../trainingStep/memory/overfull.ts";
import { branches } from "./branches.ts";
import { type Candidates, type Point, pointAt, runLength } from "./candidates.ts";
import { atLeast, CLOSER, FIRST } from "./closer.ts";
import { endlessRuns } from "./endlessRuns.ts";
import { Frontier, type Open } from "./frontier.ts";
import { type Memo, memo } from "./memo.ts";
import { type MemoryBound, memoryBound, type Need } from "./memoryBound.ts";
import type { Foreknown } from "./nearestFit.ts";
import { ordersOf } from "./orders.ts";
import { overOrders } from "./overOrders.ts";
import { type Share, shareOf } from "./share.ts";
import { spaceOf } from "./space.ts";
import { stageKernels } from "./stageKernels.ts";
import { bestOf, type Contender, frontOf } from "./standing.ts";
import { type StepBound, stepBound } from "./stepBound.ts";
import { type Counted, EXCESSES, type Reason, Tally } from "./tally.ts";
import { isError, refusalOf, type Validity, validity } from "./validity.ts";
import { walkOf } from "./walk.ts";

/** An objective to minimise. */
export interface Aim {
  /** Lower bound that the objective rises with: the step's time or the peak memory. Null where there is none. */
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
const NOTHING: Least = { seconds: 0, kernels: 0, bytes: 0 };

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
  /** Part of the candidates that this search covers; all of them without. */
  readonly share?: Share | null;
  /** Reason why the conditions exclude a candidate with these lower bounds; null where they do not decide. */
  unwanted?(point: Point, least: Least): string | null;
  /** Reason why every candidate with a step of at least so many seconds is excluded; null where one may be accepted. */
  unwantedBeyond?(seconds: number): string | null;
  /** Reason why the conditions exclude a candidate that fits; null for one that they accept. */
  turnsAway(place: number, scenario: Scenario, estimate: Estimate): string | null;
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
  readonly foreknown: Foreknown;
}

/**
 * Finds the best of all candidates exactly (branch and bound). Branches are ordered by the lower bound of their step. The first
 * branch gets a tighter, costlier bound and is sorted in again, until it is one candidate, which is estimated. The search ends
 * when the first branch's bound exceeds the worst of the best candidates so far. The set of estimated candidates depends on the
 * answer alone.
 */
export function searchPlans(search: Search): SearchResult {
  const { aims, keep } = search;
  const first = search.candidates.at(new Int32Array(search.candidates.sizes.length));
  const base = "unmade" in first ? null : first;
  const walk = walkOf(search.candidates, base);
  const { candidates } = walk;
  const { sizes } = candidates;
  let total = sizes.reduce((product, size) => product * size, 1);
  const standing = aims.length === 1 ? bestOf(keep) : frontOf();
  const tally = new Tally();
  const counts = { estimated: 0, feasible: 0, decided: 0 };
  const given = (one: Counted): Counted => ({ ...one, place: walk.givenPlace(one.place) });
  let refused: readonly Counted[] = [];
  let walked = false;
  const result = (): SearchResult => {
    const foreknown: Foreknown = {
      leastStep: (point, known) => step?.[known](walk.turned(point)) ?? 0,
      possible(point) {
        const turned = walk.turned(point);
        if (refusalOf(checks, turned) !== null || lacking(turned) !== null) return false;
        return (search.unwanted?.(point, NOTHING) ?? null) === null;
      },
      fits(scenario, { memory }) {
        const fit = fitOf(memory, search.fitting?.ends(scenario) ?? EXACT);
        return fit === "yes" || (!sure && fit === "maybe");
      },
      wanted: (place, scenario, estimate) => search.turnsAway(place, scenario, estimate) === null,
    };
    const reasons = tally.list().map(given);
    // Until all candidates were visited, only those that a check refused are decided.
    const decided = walked ? counts.decided : countOf(reasons);
    return { best: standing.best, total, ...counts, decided, reasons, refused, foreknown };
  };
  let step: StepBound | null = null;
  let memory: MemoryBound | null = null;
  let checks: Validity = [];
  const sure = search.fitting?.sure ?? true;
  let ends: Memo<PeakEnds> | null = null;
  /** Reason why a candidate that needs at least so much memory does not fit, or does not fit for sure; null where it may fit. */
  const shortOf = (need: Need, { low, high }: PeakEnds): Reason | null => {
    if (need.bytes * low > need.capacity) return { kind: "over memory", ...need };
    const { capacity } = need;
    const bytes = need.bytes * high;
    return sure && bytes > capacity ? { kind: "may not fit", bytes, capacity } : null;
  };
  const lacking = (point: Point): Reason | null => {
    const device = memory?.device(point);
    if (!memory || !device) return null;
    return shortOf(device, ends?.at(point) ?? EXACT) ?? shortOf(memory.host(point), EXACT);
  };
  search.begins?.(result);
  if (total === 0) return result();
  const onStep = aims.some(({ bound }) => bound === "step_time");
  /** True where branches are ordered by the lower bound of their memory. */
  const onMemory = aims.length === 1 && aims[0]?.bound === "memory";
  const space = spaceOf(candidates);
  const { fitting } = search;
  if (fitting)
    ends = memo(space, {
      name: "ends of the memory peak",
      fields: () => fitting.reads,
      make: fitting.ends,
      base,
    });
  const orders = ordersOf(space, base);
  step = base && overOrders(space, orders, stepBound(space, base));
  memory = base && step && memoryBound(space, base, step.work);
  const kernels =
    step && (search.unwanted || aims.some((aim) => aim.least)) ? stageKernels(space, step.work) : null;
  const endless = base && endlessRuns(space, base);
  checks = [...validity(space, base), ...(endless ? [endless.each] : [])];
  const byMemory = onMemory && memory !== null;
  const bound = byMemory
    ? { at: (point: Point) => memory?.device(point).bytes ?? 0, reads: () => memory?.reads ?? ~0 }
    : onStep && step
      ? { at: step[FIRST], reads: () => step.reads[FIRST] }
      : null;
  const all = branches(candidates, checks, bound, orders, tally, search.interrupted);
  refused = tally.list().map(given);
  const found = search.share ? shareOf(all, search.share) : all;
  // A walk that was cut off does not give the number of plans.
  if (search.interrupted()) return result();
  total = sumOf(all.plans) + countOf(refused);
  counts.decided = total - sumOf(found.plans);
  walked = true;
  search.progress(() => counts.decided, total, null);
  const frontier = new Frontier(found);

  const least = ({ seconds, kernels, bytes }: Least): readonly number[] =>
    aims.map(({ bound, least }) => {
      if (bound === "step_time") return least ? least(seconds, kernels, bytes) : seconds;
      return bound === "memory" ? bytes : Number.NEGATIVE_INFINITY;
    });
  const lowest = (bound: number): readonly number[] =>
    least(byMemory ? { ...NOTHING, bytes: bound } : { ...NOTHING, seconds: bound });
  let most = 0;
  /**
   * Number of candidates that are decided or whose bound is worse than the best. Splitting a branch may lower it for a moment, so
   * the largest number so far is returned.
   */
  const done = (): number => {
    const beaten = frontier.count((bound) => !standing.hopeful(lowest(bound)));
    most = Math.max(most, Math.min(total, counts.decided + beaten));
    return most;
  };
  /** True once a candidate never finished. Until then the branch check is skipped, since few runs never finish. */
  let endlessMet = false;
  const decide = (reason: Reason | null, count: number, place: number): void => {
    if (reason) tally.add(reason, count, place);
    if (reason?.kind === "refused" && reason.refusal.code === "never-finishes") endlessMet = true;
    counts.decided += count;
    search.progress(done, total, standing.best[0] ?? null);
  };
  /** Rejects a candidate by checks and bounds alone; null where it must be estimated. */
  const against = (place: number, seconds: number, lacked: Reason | null = null): Reason | null => {
    const point = pointAt(sizes, place);
    const refusal = refusalOf(checks, point);
    if (refusal) return { kind: "refused", refusal };
    const short = lacked ?? lacking(point);
    // Excluded settings are a better reason than lack of memory. A limit on a result is a worse one.
    if (short) {
      const unset = search.unwanted?.(walk.given(point), NOTHING) ?? null;
      return unset === null ? short : { kind: "turned away", reason: unset };
    }
    const bytes = memory?.device(point).bytes ?? 0;
    const known: Least = { seconds: byMemory ? 0 : seconds, kernels: kernels?.(point) ?? 0, bytes };
    const reason = search.unwanted?.(walk.given(point), known) ?? null;
    if (reason !== null) return { kind: "turned away", reason };
    return standing.hopeful(least(known)) ? null : { kind: "beaten" };
  };
  /** Estimates a candidate; returns why it is rejected, or null after offering it as one of the best. */
  const estimated = (at: number): Reason | null => {
    const scenario = candidates.at(pointAt(sizes, at));
    if ("unmade" in scenario) return { kind: "unmade", ...scenario.unmade };
    counts.estimated++;
    const answer = estimateOnDemand(scenario);
    if (!answer.ok) return { kind: "refused", refusal: refusedBy(answer.refusals) };
    const { memory } = answer.estimate;
    const peak = ends?.at(pointAt(sizes, at)) ?? EXACT;
    const fit = fitOf(memory, peak);
    const over = fit === "no" ? overfull(memory) : null;
    if (over) return { kind: "over memory", bytes: over.bytes, capacity: over.capacity };
    const place = walk.givenPlace(at);
    const reason = search.turnsAway(place, scenario, answer.estimate);
    if (reason !== null) return { kind: "turned away", reason };
    if (sure && fit !== "yes")
      return { kind: "may not fit", bytes: memory.peak * peak.high, capacity: memory.capacity };
    const values: number[] = [];
    for (const aim of aims) {
      const value = aim.value(place, scenario, answer.estimate);
      if (value === null) return { kind: "turned away", reason: "no objective" };
      values.push(value);
    }
    counts.feasible++;
    standing.offer({ place, values });
    return null;
  };
  /** Computes the next bound of a single candidate, or decides it. */
  const single = (bound: number, place: number): void => {
    const reason = against(place, bound);
    if (reason) decide(reason, 1, place);
    else if (onStep && step)
      frontier.push({
        ...{ bound: atLeast(bound, step.allButBubble(pointAt(sizes, place))), place },
        ...{ size: 1, known: "allButBubble" },
      });
    else decide(estimated(place), 1, place);
  };
  /** Reason to reject all candidates of a branch at once, or null. */
  const againstAll = ({ place, size }: Open): Reason | null => {
    if (!endlessMet || !endless) return null;
    const refusal = endless.whole.at(pointAt(sizes, place));
    if (refusal === null || refusal === "passes") return null;
    return runLength(candidates, endless.whole.reads) >= size ? { kind: "refused", refusal } : null;
  };
  /**
   * Rejects a candidate by the memory of its training state: far out of memory, or worse than the best in memory and step. Null
   * where that does not decide.
   */
  const againstState = (at: number, seconds: number): Reason | null => {
    const point = pointAt(sizes, at);
    const need = memory?.state(point);
    if (!need) return null;
    const far = need.bytes > EXCESSES[0] * need.capacity;
    const short = far ? shortOf(need, ends?.at(point) ?? EXACT) : null;
    if (short) return against(at, 0, short);
    return standing.hopeful(least({ ...NOTHING, seconds, bytes: need.bytes })) ? null : { kind: "beaten" };
  };
  /** Computes the next bound of a branch, split into runs of candidates with an equal bound. */
  const advance = (open: Open): void => {
    const { bound, place, size, known } = open;
    const reason = againstAll(open);
    if (reason) {
      decide(reason, orders.plansIn(pointAt(sizes, place), size), place);
      return;
    }
    const closer = onStep ? CLOSER[known] : null;
    for (let at = place; at < place + size; ) {
      const point = pointAt(sizes, at);
      if (orders.repeats(point)) {
        at++;
        continue;
      }
      const without =
        closer === "dataParallel"
          ? againstState(at, bound)
          : closer === "microBatch"
            ? against(at, bound)
            : null;
      if (without) {
        decide(without, 1, at);
        at++;
        continue;
      }
      if (step && closer !== null && closer !== "allButBubble") {
        const next = atLeast(bound, step[closer](point));
        // Computing the bound may have revealed further settings that it depends on.
        const run = runLength(candidates, step.reads[closer]);
        const part = Math.min(place + size - at, run - (at % run));
        frontier.push({ bound: next, place: at, size: part, known: closer });
        at += part;
      } else {
        if (known === "allButBubble") decide(against(at, bound) ?? estimated(at), 1, at);
        else single(bound, at);
        at++;
      }
    }
  };

  for (let open = frontier.pop(); open !== undefined; open = frontier.pop()) {
    if (search.interrupted()) return result();
    const beyond = onStep ? (search.unwantedBeyond?.(open.bound) ?? null) : null;
    if (beyond !== null) {
      decide({ kind: "turned away", reason: beyond }, total - counts.decided, open.place);
      break;
    }
    if (standing.hopeful(lowest(open.bound))) advance(open);
    else if (aims.length > 1) {
      const plans = orders.plansIn(pointAt(sizes, open.place), open.size);
      decide({ kind: "beaten" }, plans, open.place);
    } else {
      decide({ kind: "beaten" }, total - counts.decided, open.place);
      break;
    }
  }
  return result();
}

const countOf = (reasons: readonly Counted[]): number => sumOf(reasons.map(({ count }) => count));

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** The refusal of a plan that passed all checks but has no estimate: runs that never finish show only in their estimate. */
function refusedBy(refusals: readonly Refusal[]): Refusal {
  const refusal = refusals.find(isError);
  if (!refusal) throw new Error("a plan without an estimate is refused for a reason");
  return refusal;
}
