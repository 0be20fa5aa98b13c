import { sortedGroups } from "../statistics/groupBy.ts";
import { errorsOf, median } from "../statistics/statistics.ts";
import type { ByHandRun, JudgedClaim } from "./judgeByHand.ts";

/**
 * Error statistics of by-hand programs' predictions, with the coverage and width of their 80 % intervals.
 * Errors are ratios.
 */
export interface ByHandFigures {
  readonly n: number;
  /** Median of the absolute relative errors, as a ratio. */
  readonly median: number;
  readonly mean: number;
  readonly signed: number;
  /** Share of runs whose measurement lies inside the 80 % interval, from 0 to 1. */
  readonly inside: number;
  /** Mean over sources of the share of a source's runs inside the 80 % interval, from 0 to 1. */
  readonly bySource: number;
  /** Median width of the 80 % intervals: upper end divided by lower end. */
  readonly width: number;
}

/** One row of `--by-hand --json`. Memory is in bytes. null where the run did not measure the quantity. */
export interface ByHandRow {
  readonly id: string;
  readonly source: string;
  readonly row: string | null;
  readonly devices: number;
  readonly device: string;
  readonly stack: string;
  /** Unit of `measured`, `predicted`, `low` and `high`: seconds, tokens/s, TFLOP/s, share of the peak. */
  readonly unit: string | null;
  readonly measured: number | null;
  readonly predicted: number | null;
  /** Relative error of the predicted step time: predicted / measured - 1. */
  readonly error: number | null;
  /**
   * Relative error in time of the program that is generated from the run's table row. null where no table has
   * the run or the row states no time.
   */
  readonly byTable: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly inside: boolean | null;
  /** Properties of the run that no measured run has, in words (`no run with fp8 on Ampere`). */
  readonly outside: readonly string[];
  readonly memMeasured: number | null;
  readonly memPredicted: number | null;
  readonly memError: number | null;
  readonly memByTable: number | null;
  readonly memLow: number | null;
  readonly memHigh: number | null;
  readonly memInside: boolean | null;
}

/** Output of `npm run validate -- --by-hand --json`. */
export interface ByHandBoard {
  readonly time: ByHandFigures | null;
  readonly memory: ByHandFigures | null;
  readonly sources: readonly {
    readonly source: string;
    readonly time: ByHandFigures | null;
    readonly memory: ByHandFigures | null;
    /**
     * Errors of the programs that are generated from the table rows of this source's by-hand runs. null where
     * no table has them.
     */
    readonly byTable: ByTable | null;
  }[];
  readonly rows: readonly ByHandRow[];
}

interface ByTable {
  readonly n: number;
  readonly median: number;
  readonly mean: number;
}

/**
 * Relative errors of the programs that are generated from table rows, by row id: `relError` in time,
 * `memRelError` in memory.
 */
export type TableErrors = ReadonlyMap<
  string,
  { readonly relError: number | null; readonly memRelError: number | null }
>;

export function byHandBoard(runs: readonly ByHandRun[], table: TableErrors): ByHandBoard {
  return {
    time: figuresOf(runs, "time"),
    memory: figuresOf(runs, "memory"),
    sources: sortedGroups(runs, ({ source }) => source).map(([source, group]) => ({
      source,
      time: figuresOf(group, "time"),
      memory: figuresOf(group, "memory"),
      byTable: tableErrorsOf(group, table),
    })),
    rows: runs.map((run) => rowOf(run, table)),
  };
}

function figuresOf(runs: readonly ByHandRun[], of: "time" | "memory"): ByHandFigures | null {
  const judged = runs.flatMap((run) => {
    const claim = run[of];
    return claim ? [{ source: run.source, claim }] : [];
  });
  const errors = errorsOf(judged.map(({ claim }) => claim.error));
  if (!errors) return null;
  const share = (claims: readonly JudgedClaim[]) =>
    claims.filter(({ inside }) => inside).length / claims.length;
  const shares = sortedGroups(judged, ({ source }) => source).map(([, group]) =>
    share(group.map(({ claim }) => claim)),
  );
  return {
    ...{ n: errors.n, median: errors.median, mean: errors.mape, signed: errors.signed },
    inside: share(judged.map(({ claim }) => claim)),
    bySource: shares.reduce((sum, one) => sum + one, 0) / shares.length,
    width: median(judged.map(({ claim }) => claim.high / claim.low)),
  };
}

function tableErrorsOf(runs: readonly ByHandRun[], table: TableErrors): ByTable | null {
  const errors = errorsOf(
    runs.flatMap(({ row, time }) => {
      const found = row && table.get(row.id);
      const error = time ? found?.relError : found?.memRelError;
      return error == null ? [] : [error];
    }),
  );
  return errors && { n: errors.n, median: errors.median, mean: errors.mape };
}

function rowOf({ id, source, row, scenario, time, memory }: ByHandRun, table: TableErrors): ByHandRow {
  const { plan, cluster } = scenario;
  const byTable = row && table.get(row.id);
  return {
    ...{ id, source, row: row?.id ?? null },
    devices: plan.tp * plan.cp * plan.pp * plan.dp,
    device: cluster.device.name,
    stack: plan.framework.name,
    unit: time?.unit ?? null,
    measured: time?.measured ?? null,
    predicted: time?.predicted ?? null,
    error: time?.error ?? null,
    byTable: byTable?.relError ?? null,
    low: time?.low ?? null,
    high: time?.high ?? null,
    inside: time?.inside ?? null,
    outside: (time ?? memory)?.outside ?? [],
    memMeasured: memory?.measured ?? null,
    memPredicted: memory?.predicted ?? null,
    memError: memory?.error ?? null,
    memByTable: byTable?.memRelError ?? null,
    memLow: memory?.low ?? null,
    memHigh: memory?.high ?? null,
    memInside: memory?.inside ?? null,
  };
}
