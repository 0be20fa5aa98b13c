import {
  type Context,
  MAY_NOT_FIT,
  OVER_MEMORY,
  type PlanCandidates,
  refusalDiagnostic,
  type ScenarioValue,
  type SearchAnswer,
  type SearchBounds,
  type SearchRecord,
  type SearchRequest,
  type Skipped,
  searchKey,
} from "../../dsl/evaluate/index.ts";
import type { Estimate } from "../../engine/estimate/estimate.ts";
import { estimateOnDemand } from "../../engine/index.ts";
import type { Scenario } from "../../engine/scenario/scenario.ts";
import { pointAt } from "../../engine/search/candidates.ts";
import { nearestFit, type PlanChecks } from "../../engine/search/nearestFit.ts";
import { type ResultRanges, resultRanges } from "../../engine/search/resultRanges.ts";
import type { Aim, Least, SearchResult } from "../../engine/search/search.ts";
import { searchPlans } from "../../engine/search/searchPlans.ts";
import type { Contender } from "../../engine/search/standing.ts";
import { type Counted, EXCESSES } from "../../engine/search/tally.ts";
import { planText } from "../../report/index.ts";
import { basisFields } from "../../uncertainty/index.ts";
import { inBase, print, printNumber } from "../../units/index.ts";
import { textOfValue } from "../text/textOfValue.ts";
import { endsOf } from "./fit.ts";
import { lackOf } from "./lackOf.ts";

/** Result of the engine's search over plans. `planChecks` is null for an interrupted search. */
type Found = Omit<SearchResult, "planChecks"> & { readonly planChecks: PlanChecks | null };

/** Function that stores an estimate, computed by a search, as the memo of its table row. */
type Keep = (row: ScenarioValue, scenario: Scenario, estimate: Estimate) => void;

/** Runs the engine's search over plans for a `search` statement. */
export function searchOutputs(context: Context, request: SearchRequest, keepAnswer: Keep): SearchAnswer {
  const { candidates, keep } = request;
  const { sizes } = candidates;
  const rowOf = (place: number, scenario: Scenario, estimate: Estimate): ScenarioValue | null => {
    const row = candidates.rowAt(pointAt(sizes, place));
    if (row.kind === "poison") return null;
    keepAnswer(row, scenario, estimate);
    return row;
  };
  let ranges: ResultRanges | null = null;
  const results: ResultRanges = (path) => {
    ranges ??= resultRanges(candidates);
    return ranges(path);
  };
  const aims = request.aims.map((aim) => engineAim(aim, results, rowOf));
  const boundsBy = ({ seconds, bytes, kernels }: Least): SearchBounds => ({
    ...{ step_time: seconds, memory: bytes },
    ...{ kernels, results },
  });
  const shared = context.searches;
  const front = aims.length > 1;
  const key = shared ? searchKey(candidates, [keep, request.asked]) : "";
  const known = shared?.known(key);
  if (known) return knownAnswer(known, sizes);
  const { partial } = request;
  const cutOff = partial.found?.();
  let far: Parameters<Context["progress"]> = [0, 0, request.label];
  // An interrupted search may have stopped inside a lower bound, so bounds are not read again.
  const found: Found = cutOff
    ? { ...cutOff, planChecks: null }
    : searchPlans({
        candidates,
        fitting: { sure: request.sure, reads: basisFields, ends: endsOf },
        aims,
        keep,
        share: shared?.share ?? null,
        unwanted: (point, least) => request.unwanted(point, boundsBy(least)),
        unwantedBeyond: (seconds) => request.unwantedBeyond(boundsBy({ seconds, bytes: 0, kernels: 0 })),
        unmet(place, scenario, estimate) {
          const row = request.unmet && rowOf(place, scenario, estimate);
          return row && (request.unmet?.(row) ?? null);
        },
        begins(found) {
          partial.found = found;
        },
        interrupted() {
          // Counting plans and computing bounds can take long between two decided plans, so progress is repeated here.
          context.progress(...far);
          return request.stopped() || context.interrupted();
        },
        progress(done, total, best) {
          far = [done, total, request.label, () => bestSoFar(request, best)];
          context.progress(...far);
        },
      });
  const all = shared?.share ? found.total : found.decided;
  shared?.found({
    ...{ key, keep, front, label: request.label, total: found.total, best: found.best },
    refused: found.refused.map((one) => skippedOf(context, request, one, found.planChecks)),
    partial: request.stopped() || context.interrupted(),
  });
  return {
    best: found.best.map(({ place }) => pointAt(sizes, place)),
    total: found.total,
    decided: all,
    feasible: found.feasible,
    skipped: found.reasons.map((one) => skippedOf(context, request, one, found.planChecks)),
  };
}

/** Objectives for which the engine has lower bounds of its own: step time and peak memory. */
const FOLLOWED: Readonly<Record<"step_time" | "memory", Aim>> = {
  step_time: { bound: "step_time", value: (_, __, { time }) => time.step.value },
  memory: { bound: "memory", value: (_, __, { memory }) => memory.peak },
};

/**
 * Translates an objective of a `search` statement for the engine. Step time and memory use the engine's own bounds; any
 * other expression is evaluated on the plan's row.
 */
function engineAim(
  { follows, least, value }: SearchRequest["aims"][number],
  results: ResultRanges,
  rowOf: (...estimated: Parameters<Aim["value"]>) => ScenarioValue | null,
): Aim {
  if (follows) return FOLLOWED[follows];
  const bound = least(results);
  return {
    ...(bound ? { bound: "step_time", least: bound } : { bound: null }),
    value(place, scenario, estimate) {
      const row = rowOf(place, scenario, estimate);
      return row && value(row);
    },
  };
}

/**
 * Best plan found so far and its value, as text for progress reports. Undefined for a search with several objectives,
 * which has no single best plan.
 */
function bestSoFar({ aims, candidates }: SearchRequest, best: Contender | null): string | undefined {
  const [aim, another] = aims;
  if (best === null || another) return undefined;
  const [value = 0] = best.values;
  const units = { step_time: "s", memory: "B" } as const;
  const found = aim?.follows ? inBase(value, units[aim.follows]) : aim?.written(value);
  const scenario = candidates.at(pointAt(candidates.sizes, best.place));
  if ("unmade" in scenario) return undefined;
  return `${found ? `${textOfValue(found)}: ` : ""}${planText(scenario.plan)}`;
}

/**
 * Answer of a search that was computed in shards by other processes. The number of evaluated plans is left out, because
 * it depends on the number of shards.
 */
function knownAnswer({ total, best, refused }: SearchRecord, sizes: readonly number[]): SearchAnswer {
  const rest = total - best.length - refused.reduce((sum, { count }) => sum + count, 0);
  const behind: Skipped = {
    reason: "not among the best",
    count: rest,
    example: "pruned, invalid or slower: a search in parts does not count these separately",
  };
  return {
    best: best.map(({ place }) => pointAt(sizes, place)),
    total,
    decided: total,
    feasible: null,
    skipped: [...refused, ...(rest > 0 ? [behind] : [])].sort((a, b) => b.count - a.count),
  };
}

function skippedOf(
  context: Context,
  { candidates }: SearchRequest,
  { example, count, place, excesses = [] }: Counted,
  planChecks: PlanChecks | null,
): Skipped {
  switch (example.kind) {
    case "refused": {
      const row = candidates.rowAt(pointAt(candidates.sizes, place));
      const { refusal } = example;
      const message =
        row.kind === "poison" ? refusal.code : refusalDiagnostic(context, row, refusal, null).message;
      return { reason: refusal.code.replaceAll("-", " "), count, example: message };
    }
    case "over memory": {
      const nearest = overMemory(candidates, place, planChecks);
      const text = [excessText(excesses), nearest?.text ?? ""].filter((one) => one !== "").join("; ");
      const least = nearest ? { least: nearest.least } : {};
      return { reason: OVER_MEMORY, count, example: text, kind: "over memory", ...least };
    }
    case "may not fit": {
      const { bytes, capacity } = example;
      const up = `${candidates.textOf(pointAt(candidates.sizes, place))} needs up to ${print(inBase(bytes, "B"))} of ${print(inBase(capacity, "B"))}`;
      const text = `the upper end of the interval exceeds memory; closest: ${up}. \`where memory.fits != no\` keeps them`;
      return { reason: MAY_NOT_FIT, count, example: text, kind: "may not fit" };
    }
    case "beaten":
      return {
        ...{ reason: "pruned", count, kind: "bounded" },
        example: "a lower bound shows that they cannot beat the best plans, whether or not they fit",
      };
    case "excluded":
      return { reason: example.reason, count, example: "condition is false", kind: "unwanted" };
    case "unmade":
      return { reason: example.reason, count, example: example.example };
  }
}

/**
 * Numbers of plans out of memory, grouped by the ratio of needed to available memory: `620 need up to 1.1 times the
 * available memory, 41 up to 4 times, 3 more`.
 */
function excessText(counts: readonly number[]): string {
  const parts = counts.flatMap((count, i): readonly string[] => {
    const most = EXCESSES[i];
    if (count === 0) return [];
    return [`${printNumber(count)} ${most === undefined ? "more" : `up to ${most} times`}`];
  });
  if (parts.length === 0) return "";
  const [first = "", ...rest] = parts;
  return [first.replace(/ /, " need "), ...rest].join(", ").replace("times", "times the available memory");
}

/**
 * Hint for a search in which plans run out of memory: the plan that exceeds memory least, and the single change that
 * makes it fit at the least step time.
 */
function overMemory(
  candidates: PlanCandidates,
  place: number,
  planChecks: PlanChecks | null,
): { readonly text: string; readonly least: string } | null {
  const point = pointAt(candidates.sizes, place);
  const scenario = candidates.at(point);
  if ("unmade" in scenario) return null;
  const answer = estimateOnDemand(scenario);
  const least = answer.ok ? lackOf(answer.estimate.memory)?.text : undefined;
  if (least === undefined) return null;
  const needs = `closest: ${candidates.textOf(point)} needs ${least}`;
  if (planChecks === null) return { text: needs, least };
  const fit = nearestFit(candidates, place, planChecks);
  if (fit === null) return { text: `${needs}; changing any one setting does not make it fit`, least };
  const change = candidates.textOf(pointAt(candidates.sizes, fit.place), fit.choice);
  return { text: `${needs}; ${change} would fit, ${fit.seconds.toPrecision(3)} s a step`, least };
}
