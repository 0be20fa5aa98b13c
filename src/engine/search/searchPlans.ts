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
  /** Which lower bound it rises with, if any: the step's time or the memory's peak. */
  readonly bound: "step_time" | "memory" | null;
  /**
   * Lower bound of the objective for a step of at least `seconds`, of them `kernels` in kernels, and at least `bytes` of memory; `seconds`
   * itself without.
   */
  least?(seconds: number, kernels: number, bytes: number): number;
  /** The objective's value; null where the candidate has none. */
  value(place: number, scenario: Scenario, estimate: Estimate): number | null;
}

/** Lower bounds of a candidate: step and its kernels, s, and memory, B. */
export interface Least {
  readonly seconds: number;
  readonly kernels: number;
  readonly bytes: number;
}
const NOTHING: Least = { seconds: 0, kernels: 0, bytes: 0 };

/** Which candidates count as fitting. */
export interface Fitting {
  /** Whether plans must fit for sure, or those that may not fit count too. */
  readonly sure: boolean;
  /** Fields that the interval of a candidate's peak depends on. */
  readonly reads: readonly Field[];
  ends(scenario: Scenario): PeakEnds;
}

export interface Search {
  readonly candidates: Candidates;
  /** How surely plans must fit; without it, by the estimated peak alone. */
  readonly fitting?: Fitting;
  /** Objectives: one, or several for a Pareto front. */
  readonly aims: readonly Aim[];
  /** Number of best candidates to keep; a front is kept whole. */
  readonly keep: number;
  /** The part of the candidates to look at; all of them without. */
  readonly share?: Share | null;
  /** Why a candidate with these lower bounds is excluded by the conditions; null where they do not say. */
  unwanted?(point: Point, least: Least): string | null;
  /** Why every candidate with a step of at least so many seconds is excluded; null where one may not be. */
  unwantedBeyond?(seconds: number): string | null;
  /** Why a candidate that fits is excluded by the conditions; null for one that is not. */
  turnsAway(place: number, scenario: Scenario, estimate: Estimate): string | null;
  /** Polled often; true ends the search with what it has found. */
  interrupted(): boolean;
  /**
   * Called once the number of candidates is known, and whenever some are decided. `done` also counts open candidates that the best so far
   * already beats: the search ends without looking at them.
   */
  progress(done: () => number, total: number, best: Contender | null): void;
  /** Called once, at the start, with a getter of the result so far, for a search that is cut off. */
  begins?(found: () => SearchResult): void;
}

export interface SearchResult {
  /** Best candidates first. */
  readonly best: readonly Contender[];
  readonly total: number;
  /** Decided candidates: known to be among the best, or not. All of them unless interrupted. */
  readonly decided: number;
  /** `estimated`: fully estimated. `feasible`: valid, fitting and meeting the conditions. */
  readonly estimated: number;
  readonly feasible: number;
  readonly reasons: readonly Counted[];
  /** Reasons found before any candidate was looked at: equal in every part of a shared search. */
  readonly refused: readonly Counted[];
  readonly foreknown: Foreknown;
}

/**
 * Finds the best of all candidates exactly (branch and bound). Branches are ordered by the lower bound of their step. The first gets a
 * tighter bound, slower to work out, and goes back, until it is a candidate that is estimated. The search ends when the first branch is
 * slower than the worst kept candidate. What is estimated depends on the answer alone, not on the way to it.
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
    // Until they have all been walked through, those are decided that a check refused.
    const decided = walked ? counts.decided : countOf(reasons);
    return { best: standing.best, total, ...counts, decided, reasons, refused, foreknown };
  };
  let step: StepBound | null = null;
  let memory: MemoryBound | null = null;
  let checks: Validity = [];
  const sure = search.fitting?.sure ?? true;
  let ends: Memo<PeakEnds> | null = null;
  /** Why a candidate that needs at least so much memory does not fit, or not for sure; null where that does not say. */
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
  /** Whether branches are ordered by their least memory. */
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
  // Of a walk that was cut off it is not known how many plans there are.
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
  /** Candidates decided or already beaten. Splitting a branch may lower the number for a moment; what was reported stays reported. */
  const done = (): number => {
    const beaten = frontier.count((bound) => !standing.hopeful(lowest(bound)));
    most = Math.max(most, Math.min(total, counts.decided + beaten));
    return most;
  };
  /** Whether some candidate never finishes: if one does not, few others do. */
  let endlessMet = false;
  const decide = (reason: Reason | null, count: number, place: number): void => {
    if (reason) tally.add(reason, count, place);
    if (reason?.kind === "refused" && reason.refusal.code === "never-finishes") endlessMet = true;
    counts.decided += count;
    search.progress(done, total, standing.best[0] ?? null);
  };
  /** Rejects a candidate by checks and memory bounds alone; null where its step must be worked out. */
  const against = (place: number, seconds: number, lacked: Reason | null = null): Reason | null => {
    const point = pointAt(sizes, place);
    const refusal = refusalOf(checks, point);
    if (refusal) return { kind: "refused", refusal };
    const short = lacked ?? lacking(point);
    // Settings that are not wanted say more than that they would not fit; less, that a result is beyond a limit below the memory.
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
  /** Works out the next bound of a single candidate. */
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
  /** Rejects all candidates of a branch at once, or null. */
  const againstAll = ({ place, size }: Open): Reason | null => {
    if (!endlessMet || !endless) return null;
    const refusal = endless.whole.at(pointAt(sizes, place));
    if (refusal === null || refusal === "passes") return null;
    return runLength(candidates, endless.whole.reads) >= size ? { kind: "refused", refusal } : null;
  };
  /** Rejects a candidate by its state alone: far out of memory, or together with its step worse than the best; null where that does not say. */
  const againstState = (at: number, seconds: number): Reason | null => {
    const point = pointAt(sizes, at);
    const need = memory?.state(point);
    if (!need) return null;
    const far = need.bytes > EXCESSES[0] * need.capacity;
    const short = far ? shortOf(need, ends?.at(point) ?? EXACT) : null;
    if (short) return against(at, 0, short);
    return standing.hopeful(least({ ...NOTHING, seconds, bytes: need.bytes })) ? null : { kind: "beaten" };
  };
  /** Works out the next bound of a branch, split into runs for which that bound is equal. */
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
        // Working it out may have shown that it depends on more.
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
