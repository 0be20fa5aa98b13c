import { estimate } from "../engine/index.ts";
import type { Scenario } from "../engine/scenario/scenario.ts";
import type { World } from "../session/index.ts";
import { deviceOf } from "../validation/programs/machine/device.ts";
import { problemOf, scenarioReader } from "../validation/programs/scenarioOf.ts";
import type { Row } from "../validation/rows/row.ts";
import { averageStep } from "../validation/scoreboard/averageStep.ts";
import { memoryOf, timeOf } from "../validation/scoreboard/measure.ts";
import { predictOpen } from "../validation/scoreboard/predict.ts";
import type { SkippedRow } from "../validation/statistics/skipped.ts";
import { type Part, partOf } from "../validation/statistics/split.ts";
import { type Alone, aloneOf, isAlone, outcomeAlone } from "./alone.ts";
import { changeable, type Place, placesOf } from "./constants.ts";
import { ownerOf } from "./owner.ts";

/** One measured run whose scenario's constants can be changed. */
export interface Run {
  readonly row: Row;
  readonly part: Part;
  readonly device: { readonly std: string; readonly label: string; readonly cluster: string };
  /** Fields that its cluster changes relative to the standard library's, in the language. */
  readonly clusterFields: readonly string[];
  readonly scenario: Scenario;
  /** Calibrated fields of the run, each with its owner. */
  readonly places: readonly (Place & { readonly owner: string })[];
  /** Kernel, collective or memory that was measured alone. Absent for a run. */
  readonly alone?: Alone;
}

/** Predicted and measured time and memory of a run. null where the row did not measure the quantity. */
export interface Outcome {
  readonly time: { readonly metric: string; readonly measured: number; readonly predicted: number } | null;
  /** Peak memory in bytes. */
  readonly memory: { readonly measured: number; readonly predicted: number } | null;
  /** Signed errors, predicted / measured - 1: of the step's time whatever the metric, and of peak memory. */
  readonly timeError: number | null;
  readonly memoryError: number | null;
}

export interface ReadRuns {
  readonly runs: readonly Run[];
  readonly skipped: readonly SkippedRow[];
  /** Number of rows whose device does not match the pattern. */
  readonly others: number;
}

/**
 * Rows as runs, read as for the scoreboard, and the reasons why others are skipped. With a pattern, only rows
 * of devices whose name matches.
 */
export function readRuns(rows: readonly Row[], world: World, device: RegExp | null = null): ReadRuns {
  const read = scenarioReader(world);
  const runs: Run[] = [];
  const skipped: SkippedRow[] = [];
  let others = 0;
  for (const row of rows) {
    if (device && !deviceNames(row).some((name) => device.test(name))) {
      others++;
      continue;
    }
    const run = runOf(row, read);
    if (typeof run === "string") skipped.push({ id: row.id, reason: run });
    else runs.push(run);
  }
  return { runs, skipped, others };
}

/** Names of a row's device: in the table, in the scoreboard, in the standard library. */
function deviceNames(row: Row): readonly string[] {
  const gpu = row.text("gpu") ?? "";
  const device = deviceOf(gpu, row.number("gpu_mem_gb"));
  return device ? [gpu, device.label, device.std] : [gpu];
}

function runOf(row: Row, read: ReturnType<typeof scenarioReader>): Run | string {
  if (isAlone(row)) return runAlone(row, read);
  const predicted = predictOpen(row, read);
  if (typeof predicted === "string") return predicted;
  const { program } = predicted;
  const scenario = changeable(predicted.scenario);
  const { std, label, cluster } = program.device;
  const run: Run = {
    row,
    part: partOf(row.id),
    device: { std, label, cluster },
    clusterFields: program.cluster,
    scenario,
    places: placesOf(scenario).map((place) => ({ ...place, owner: ownerOf(place, scenario) })),
  };
  const outcome = outcomeOf(run);
  if (typeof outcome === "string") return outcome;
  return outcome.time || outcome.memory ? run : "no measured value that can be compared";
}

/** Kernel, collective or memory that a row measured alone, with the constants that its time depends on. */
function runAlone(row: Row, read: ReturnType<typeof scenarioReader>): Run | string {
  const found = aloneOf(row);
  if (typeof found === "string") return found;
  const resolved = read(found.text, row.id);
  if (resolved.kind === "problems") return problemOf(resolved);
  const scenario = changeable(resolved.scenario);
  const run: Run = {
    ...{ row, part: partOf(row.id), device: found.device, clusterFields: found.fields, scenario },
    places: placesOf(scenario)
      .filter(({ path }) => found.constants.test(path))
      .map((place) => ({ ...place, owner: ownerOf(place, scenario) })),
    alone: found.alone,
  };
  const { time, memory } = outcomeAlone(found.alone, scenario);
  const predicted = (time ?? memory)?.predicted ?? Number.NaN;
  return Number.isFinite(predicted) && predicted > 0 ? run : "the device has no rate for it";
}

/**
 * Engine's estimate of the run's current scenario, compared with its row. A sentence where the engine
 * refuses.
 */
export function outcomeOf({ row, scenario, alone }: Run): Outcome | string {
  // Copy the cluster, which is changed in place: the engine memoises a layer's work by cluster identity.
  const here = { ...scenario, cluster: { ...scenario.cluster } };
  if (alone) {
    const { time, memory } = outcomeAlone(alone, here);
    const errorOf = (of: { readonly measured: number; readonly predicted: number } | null) =>
      of && of.predicted / of.measured - 1;
    return { time, memory, timeError: errorOf(time), memoryError: errorOf(memory) };
  }
  const answer = estimate(here);
  if (!answer.ok) {
    const found = answer.refusals.find(({ severity }) => severity === "error");
    if (!found) return "no answer";
    const { what } = found.params;
    return what === undefined ? found.code : `${found.code}: ${what}`;
  }
  const step = averageStep(row, here, answer.estimate.time.step.value);
  const time = timeOf(row, scenario, answer.estimate, step);
  const memory = memoryOf(row, answer.estimate);
  return { time, memory, timeError: time?.relError ?? null, memoryError: memory?.relError ?? null };
}
