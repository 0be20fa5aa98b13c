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
import { spaceOf } from "../../engine/search/space.ts";
import { SuccessiveRefusals } from "../../engine/search/successiveRefusals.ts";
import { mayFail } from "../../engine/trainingRun/run/neverFinishes.ts";
import { FITS, fitOf } from "../../engine/trainingStep/memory/fit.ts";
import { basisFields } from "../../uncertainty/index.ts";
import { endsOf } from "./fit.ts";

/**
 * Number of combinations up to which a table's rows are estimated one by one. That is then faster than compiling an
 * estimate.
 */
const FEW = 200;

/**
 * Results and errors of a table's rows. Each check runs once for all rows that have equal values in the fields it
 * reads. Results come from compiled estimates that similar rows share.
 */
export function rowOutputs(candidates: PlanCandidates): RowAnswers {
  const space = spaceOf(candidates);
  const refusals = new SuccessiveRefusals(space);
  const ends = memo(space, { name: "ends of a row's memory peak", fields: () => basisFields, make: endsOf });
  const diagnostics = new Map<Refusal, Diagnostic>();
  const said = (refusal: Refusal, make: () => Diagnostic): Diagnostic => {
    // Rows refused for one reason share its diagnostic.
    const known = diagnostics.get(refusal) ?? make();
    diagnostics.set(refusal, known);
    return known;
  };
  const many = candidates.sizes.reduce((product, size) => product * size, 1) > FEW;
  const asked: AskedOutput[] = [];
  const places = new Map<string, number>();
  let estimates: CompiledEstimates | null = null;
  /** Row that `results` was computed for. `results` is null where no estimate can be compiled for that row. */
  let last: ScenarioValue | null = null;
  let results: Float64Array | null = null;
  /**
   * Index of a result's path among the compiled results. A path asked for the first time is added, and estimates are
   * compiled again.
   */
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
  /** Clock of the candidates at the latest estimate. The fields that changed since then follow from it. */
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
      // Forget the row first: an interrupt during the estimate must not leave results under a wrong row.
      last = null;
      results = estimated(point);
      last = row;
    }
    const value = results?.[place];
    return Number.isNaN(value) ? null : value;
  };
  const fitAt = (row: ScenarioValue, point: Point): number | undefined => {
    // Add all paths before reading the first, since each new path compiles estimates again.
    if (many) for (const path of OF_FIT) placeOf(path);
    const [peak, needed, capacity, stored] = OF_FIT.map((path) => numberAt(row, point, path));
    if (typeof peak !== "number" || typeof needed !== "number" || typeof capacity !== "number")
      return undefined;
    // The row's own estimate reports an infinite peak.
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
      // Only an estimate can tell whether a run with failures ever finishes.
      if (found === null || failing(candidates, point) || found.some(ofPools)) return undefined;
      if (found.length === 0) return null;
      return poison(...found.map((one) => said(one, () => refusalDiagnostic(context, row, one, place))));
    },
    number: (row, point, path) => (FIT.has(path) ? fitAt(row, point) : numberAt(row, point, path)),
  };
}

/** Paths of results whose compiled number is an index in `FITS`, the list of verdicts on memory. */
const FIT: ReadonlySet<string> = new Set(["memory.fits", "fits"]);
/**
 * Compiled result that is true where the offloaded state fits into host memory and onto the drives. The verdict on fit
 * needs it in addition to the memory numbers.
 */
const STORED: AskedOutput = { kind: "truth", path: "memory.stored", read: (e) => e.memory.stored };

const OF_FIT = ["memory.peak", "memory.needed", "memory.capacity", STORED.path];

const compilable = new Map<string, AskedOutput>([
  ...outputs.flatMap((output): readonly (readonly [string, AskedOutput])[] =>
    output.kind === "number" || output.kind === "truth" ? [[output.path, output]] : [],
  ),
  [STORED.path, STORED],
]);

/** True for the refusal of pools of unlike devices: such a row is estimated by itself. */
const ofPools = ({ code, fields }: Refusal): boolean =>
  code === "not-modelled" && fields[0] === "cluster.pools";

function failing(candidates: PlanCandidates, point: Point): boolean {
  const checkpoint = candidates.field("checkpoint", point) as Plan["checkpoint"];
  return checkpoint !== null && mayFail({ checkpoint }, candidates.field("cluster", point) as Cluster);
}
