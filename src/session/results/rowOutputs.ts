import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.ts";
import {
  type PlanCandidates,
  poison,
  type RowAnswers,
  refusalDiagnostic,
  type ScenarioValue,
} from "../../dsl/evaluate/index.ts";
import { CompiledEstimates } from "../../engine/compiled/compiledEstimates.ts";
import type { AskedOutput } from "../../engine/compiled/trace.ts";
import { outputs } from "../../engine/index.ts";
import type { Cluster } from "../../engine/scenario/cluster.ts";
import type { Plan } from "../../engine/scenario/plan.ts";
import type { Refusal } from "../../engine/scenario/scenario.ts";
import type { Point } from "../../engine/search/candidates.ts";
import { memo } from "../../engine/search/memo.ts";
import { RefusalsInTurn } from "../../engine/search/refusalsInTurn.ts";
import { spaceOf } from "../../engine/search/space.ts";
import { mayFail } from "../../engine/trainingRun/run/neverFinishes.ts";
import { FITS, fitOf } from "../../engine/trainingStep/memory/fit.ts";
import { basisFields } from "../../uncertainty/index.ts";
import { endsOf } from "./fit.ts";

/** Fewer rows are estimated one by one sooner than the engine's trace through one of them is compiled. */
const FEW = 200;

/**
 * What the engine says of a table's rows: each of its checks is looked at once for all rows that agree in what it reads, and
 * results are those of estimates that are compiled for rows alike.
 */
export function rowOutputs(candidates: PlanCandidates): RowAnswers {
  const space = spaceOf(candidates);
  const refusals = new RefusalsInTurn(space);
  const ends = memo(space, { name: "ends of a row's memory peak", fields: () => basisFields, make: endsOf });
  const diagnostics = new Map<Refusal, Diagnostic>();
  const said = (refusal: Refusal, make: () => Diagnostic): Diagnostic => {
    // The same refusal of another row has the same words.
    const known = diagnostics.get(refusal) ?? make();
    diagnostics.set(refusal, known);
    return known;
  };
  const many = candidates.sizes.reduce((product, size) => product * size, 1) > FEW;
  const asked: AskedOutput[] = [];
  const places = new Map<string, number>();
  let estimates: CompiledEstimates | null = null;
  /** The row whose results are at hand; null results where no estimate is compiled for it. */
  let last: ScenarioValue | null = null;
  let results: Float64Array | null = null;
  /** Where a result is among those asked for; a new one is asked for from now on. */
  const placeOf = (path: string): number | undefined => {
    const known = places.get(path);
    const output = known === undefined ? compilable.get(path) : undefined;
    if (!output) return known;
    const place = asked.push(output) - 1;
    places.set(path, place);
    estimates = new CompiledEstimates([...asked], { accepted: true });
    last = null;
    return place;
  };
  /** The candidates' clock when results were asked for last. */
  let clock = 0;
  const estimated = (point: Point): Float64Array | null => {
    const turned = estimates?.turned((turn) => candidates.planSince(clock, point, turn));
    const found = turned ?? estimatedAnew(point);
    clock = candidates.clock;
    return found;
  };
  const estimatedAnew = (point: Point): Float64Array | null => {
    const scenario = candidates.at(point);
    return "unmade" in scenario ? null : (estimates?.of(scenario) ?? null);
  };
  const numberAt = (row: ScenarioValue, point: Point, path: string): number | null | undefined => {
    const place = many ? placeOf(path) : undefined;
    if (place === undefined) return undefined;
    if (row !== last) {
      // Of a run that is cut off in here nothing is at hand.
      last = null;
      results = estimated(point);
      last = row;
    }
    const value = results?.[place];
    return Number.isNaN(value) ? null : value;
  };
  const fitAt = (row: ScenarioValue, point: Point): number | undefined => {
    // All are asked for before the first is read: another one asked for begins anew.
    if (many) for (const path of OF_FIT) placeOf(path);
    const [peak, needed, capacity, stored] = OF_FIT.map((path) => numberAt(row, point, path));
    if (typeof peak !== "number" || typeof needed !== "number" || typeof capacity !== "number")
      return undefined;
    // The row's own estimate says which result no number holds.
    if (!Number.isFinite(peak)) return undefined;
    const known = ends.at(point);
    return known === null
      ? undefined
      : FITS.indexOf(fitOf({ peak, needed, capacity, stored: stored === 1 }, known));
  };
  return {
    problem(context, row, point, place) {
      if (!candidates.makes(point)) return undefined;
      const found = refusals.at(point);
      // Whether a run that may fail ends is known of its estimate alone.
      if (found === null || failing(candidates, point)) return undefined;
      if (found.length === 0) return null;
      return poison(...found.map((one) => said(one, () => refusalDiagnostic(context, row, one, place))));
    },
    number: (row, point, path) => (FIT.has(path) ? fitAt(row, point) : numberAt(row, point, path)),
  };
}

/** Paths that are answered by a fit's place in `FITS`. */
const FIT: ReadonlySet<string> = new Set(["memory.fits", "fits"]);
/** Whether hosts and drives have room: asked for with the numbers that a fit is made of. */
const STORED: AskedOutput = { kind: "truth", path: "memory.stored", read: (e) => e.memory.stored };

const OF_FIT = ["memory.peak", "memory.needed", "memory.capacity", STORED.path];

const compilable = new Map<string, AskedOutput>([
  ...outputs.flatMap((output): readonly (readonly [string, AskedOutput])[] =>
    output.kind === "number" || output.kind === "truth" ? [[output.path, output]] : [],
  ),
  [STORED.path, STORED],
]);

function failing(candidates: PlanCandidates, point: Point): boolean {
  const checkpoint = candidates.field("checkpoint", point) as Plan["checkpoint"];
  return checkpoint !== null && mayFail({ checkpoint }, candidates.field("cluster", point) as Cluster);
}
