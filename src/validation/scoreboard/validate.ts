import type { Scenario } from "../../engine/scenario/scenario.ts";
import { type Fit, fitOf } from "../../engine/trainingStep/memory/fit.ts";
import type { World } from "../../session/index.ts";
import { basisFor, peakEnds } from "../../uncertainty/index.ts";
import type { Knowledge, Program } from "../programs/program.ts";
import { scenarioReader } from "../programs/scenarioOf.ts";
import { campaignState } from "../programs/stack/campaignState.ts";
import type { Row } from "../rows/row.ts";
import { sortedGroups } from "../statistics/groupBy.ts";
import { intervalOf } from "../statistics/interval.ts";
import type { SkippedRow } from "../statistics/skipped.ts";
import { partOf } from "../statistics/split.ts";
import { type Errors, errorsOf } from "../statistics/statistics.ts";
import { averageStep } from "./averageStep.ts";
import { doubtOf } from "./doubt.ts";
import { isRate, type Measure, type Metric, memoryOf, timeOf } from "./measure.ts";
import { type NeighbourErrors, neighbourErrors } from "./neighbours.ts";
import { type Predicted, predictOpen } from "./predict.ts";
import { type Contradictions, contradictions } from "./twins.ts";

/**
 * Prediction and measurement of one row. Memory is in bytes. null where the row did not measure the quantity.
 */
export interface ValidatedRow {
  readonly id: string;
  readonly metric: Metric | null;
  readonly measured: number | null;
  readonly predicted: number | null;
  /** Signed error in time: predicted / measured - 1 of the step's seconds. */
  readonly relError: number | null;
  readonly memMeasured: number | null;
  readonly memPredicted: number | null;
  readonly memRelError: number | null;
  /** Predicted fit to the devices. The run did fit. */
  readonly fits: Fit;
  /**
   * Interval (80 %) that a user sees for such a run, in the unit of `predicted`, and whether it contains
   * `measured`.
   */
  readonly low: number | null;
  readonly high: number | null;
  readonly inside: boolean | null;
  /** Interval (80 %) of peak memory in bytes, and whether it contains `memMeasured`. */
  readonly memLow: number | null;
  readonly memHigh: number | null;
  readonly memInside: boolean | null;
  /**
   * Properties of the run that lie outside the measured data (`no run with fp8 on Ampere`). Empty inside it.
   */
  readonly outside: readonly string[];
  /** Doubts about the run that the row describes. null without any. */
  readonly doubt: string | null;
}
/** Groupings of the rows, in the order of their listing. */
const LABELS = [
  "part",
  "source",
  "source and part",
  "scale",
  "scale and part",
  "device",
  "framework",
  "consistency",
  "quality",
  "assumed",
  "cells",
] as const;
/**
 * Groupings of sources whose machines were in a state that no column records: without that knowledge, and
 * with it.
 */
const KNOWN = ["hosts", "hosts and part"] as const;

export interface Group {
  readonly by: "all" | (typeof LABELS)[number] | (typeof KNOWN)[number];
  readonly name: string;
  readonly time: Errors | null;
  readonly memory: Errors | null;
  /**
   * Errors of the predictions that the table itself carries (`peer_pred_iter_time_s`), on the rows compared
   * here.
   */
  readonly peerTime: Errors | null;
  /**
   * Errors of nearest-neighbour predictions on held-out runs of the same source: by the neighbours' rate, and
   * by the engine corrected on them.
   */
  readonly neighbours: { readonly rate: Errors; readonly corrected: Errors } | null;
  /**
   * Ids of runs that ran but are predicted not to fit (`overMemory`), or perhaps not to fit (`mayNotFit`).
   */
  readonly overMemory: readonly string[];
  readonly mayNotFit: readonly string[];
}
/** Output of `npm run validate -- --json`. */
export interface Scoreboard {
  readonly groups: readonly Group[];
  readonly rows: readonly ValidatedRow[];
  readonly skipped: readonly SkippedRow[];
}

/** A row with its program, scenario and errors. */
export interface Judged {
  readonly row: ValidatedRow;
  readonly program: Program;
  readonly scenario: Scenario;
  /** Predicted step time in seconds. */
  readonly seconds: number;
  /** Parameters of the model, as the engine counts them. */
  readonly params: number;
  /** Model FLOPs of a step. */
  readonly modelFlops: number;
  /** Cells of the table's row. */
  readonly cells: Row;
  readonly labels: Readonly<Record<(typeof LABELS)[number], string>>;
  readonly peerError: number | null;
  /**
   * Judgement of the same row with the known state of its benchmark's machines (`campaignState.ts`). null for
   * other rows. No user could write it, so intervals and all groups but `hosts` use the plain judgement.
   */
  readonly campaign: Judged | null;
}

/** Every row that can be compared, and the reasons why others cannot, in row order. */
export interface Judgement {
  readonly judged: readonly Judged[];
  readonly skipped: readonly SkippedRow[];
}

/** Errors of the engine on every measured run, as a scoreboard. */
export function validate(rows: readonly Row[], world: World): Scoreboard {
  return scoreboardOf(judgeRows(rows, world));
}

/** Scoreboard of judged rows. */
export function scoreboardOf({ judged, skipped }: Judgement): Scoreboard {
  return { groups: groupsOf(judged), rows: judged.map(({ row }) => row), skipped };
}

/** Judgement of every row: its scenario and the engine's errors. */
export function judgeRows(rows: readonly Row[], world: World): Judgement {
  const read = scenarioReader(world);
  const twins = contradictions(rows);
  const judged: Judged[] = [];
  const skipped: SkippedRow[] = [];
  for (const row of rows) {
    const result = judge(row, read, twins);
    if (typeof result === "string") skipped.push({ id: row.id, reason: result });
    else judged.push(result);
  }
  return { judged, skipped };
}

/**
 * Result of a row, or the reason why there is none. A row that makes the engine throw counts as one without
 * an answer.
 */
function judge(
  row: Row,
  read: ReturnType<typeof scenarioReader>,
  twins: Contradictions,
  knowledge: Knowledge = "plain",
): Judged | string {
  let predicted: Predicted | string;
  try {
    predicted = predictOpen(row, read, knowledge);
  } catch (error) {
    return `internal: ${error instanceof Error ? error.message : error}`;
  }
  if (typeof predicted === "string") return predicted;
  const { program, scenario } = predicted;
  const seconds = averageStep(row, scenario, predicted.estimate.time.step.value);
  const time: Measure | null = timeOf(row, scenario, predicted.estimate, seconds);
  const memory = memoryOf(row, predicted.estimate);
  const part = partOf(row.id);
  const doubt = doubtOf(row, program.assumed, twins);
  const scale = `${row.source}, ${scenario.cluster.nodes > 1 ? "several nodes" : "one node"}`;
  if (!time && !memory) return "no measured value that can be compared";
  const params = predicted.estimate.params.value;
  const basis = { time: basisFor("time", scenario, params), memory: basisFor("memory", scenario, params) };
  const bounds =
    time && basis.time && intervalOf(basis.time, time.predicted, time.measured, isRate(time.metric));
  const bytes = memory && basis.memory && intervalOf(basis.memory, memory.predicted, memory.measured, false);
  const known =
    knowledge === "plain" && campaignState(row).length > 0 ? judge(row, read, twins, "campaign") : null;
  const campaign = typeof known === "string" ? null : known;
  return {
    ...{ program, scenario },
    params,
    modelFlops: predicted.estimate.modelFlops,
    cells: row,
    row: {
      id: row.id,
      metric: time?.metric ?? null,
      measured: time?.measured ?? null,
      predicted: time?.predicted ?? null,
      relError: time?.relError ?? null,
      memMeasured: memory?.measured ?? null,
      memPredicted: memory?.predicted ?? null,
      memRelError: memory?.relError ?? null,
      fits: fitOf(predicted.estimate.memory, peakEnds(basis.memory)),
      ...{ low: bounds?.low ?? null, high: bounds?.high ?? null, inside: bounds?.inside ?? null },
      ...{ memLow: bytes?.low ?? null, memHigh: bytes?.high ?? null, memInside: bytes?.inside ?? null },
      outside: (time ? basis.time : basis.memory)?.outside ?? [],
      doubt: doubt.summary,
    },
    labels: {
      part,
      source: row.source,
      "source and part": `${row.source}, ${part}`,
      scale,
      "scale and part": `${scale}, ${part}`,
      device: program.device.label,
      framework: program.framework.label,
      consistency: doubt.consistency,
      quality: row.text("quality") ?? "not graded",
      assumed: doubt.assumed,
      cells: predicted.searched ? "searched: what fits decides a cell" : "stated, or the stack's defaults",
    },
    seconds,
    peerError: peerErrorOf(row),
    campaign,
  };
}

function peerErrorOf(row: Row): number | null {
  const measured = row.number("iter_time_s") ?? row.number("iter_time_s_derived");
  const predicted = row.number("peer_pred_iter_time_s");
  return measured === undefined || predicted === undefined ? null : predicted / measured - 1;
}

function groupsOf(judged: readonly Judged[]): readonly Group[] {
  const near = neighbourErrors(
    judged.flatMap(({ row: { id, relError }, cells, seconds, modelFlops, scenario: { cluster } }) => {
      if (relError === null) return [];
      const rate = (modelFlops * (1 + relError)) / (seconds * cluster.devices);
      return [{ row: cells, part: partOf(id), rate, relError }];
    }),
  );
  const groups = [group("all", "all", judged, near)];
  for (const by of LABELS) {
    for (const [name, those] of sortedGroups(judged, ({ labels }) => labels[by]))
      groups.push(group(by, name, those, near));
  }
  const hosts = judged.flatMap((plain) =>
    plain.campaign === null ? [] : [[PLAIN, plain] as const, [STATED, plain.campaign] as const],
  );
  for (const by of KNOWN) {
    const nameOf = ([what, { labels }]: (typeof hosts)[number]) =>
      `${labels.source}, ${what}${by === "hosts" ? "" : `, ${labels.part}`}`;
    for (const [name, those] of sortedGroups(hosts, nameOf))
      groups.push(
        group(
          by,
          name,
          those.map(([, one]) => one),
          NOBODY_NEAR,
        ),
      );
  }
  return groups;
}

const PLAIN = "by its stack's defaults";
const STATED = "with the state of its hosts";
const NOBODY_NEAR: ReadonlyMap<string, NeighbourErrors> = new Map();

function group(
  by: Group["by"],
  name: string,
  judged: readonly Judged[],
  near: ReadonlyMap<string, NeighbourErrors>,
): Group {
  const of = (key: "relError" | "memRelError") =>
    errorsOf(judged.flatMap(({ row }) => (row[key] === null ? [] : [row[key]])));
  const found = judged.flatMap(({ row }) => near.get(row.id) ?? []);
  const rate = errorsOf(found.map((errors) => errors.rate));
  const corrected = errorsOf(found.map((errors) => errors.corrected));
  return {
    by,
    name,
    neighbours: rate && corrected && { rate, corrected },
    time: of("relError"),
    memory: of("memRelError"),
    peerTime: errorsOf(judged.flatMap(({ peerError }) => (peerError === null ? [] : [peerError]))),
    overMemory: judged.filter(({ row }) => row.fits === "no").map(({ row }) => row.id),
    mayNotFit: judged.filter(({ row }) => row.fits === "maybe").map(({ row }) => row.id),
  };
}
