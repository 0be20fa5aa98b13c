import { poissonInterval } from "../jobs/poissonInterval.ts";
import { quantile, sorted } from "../steady/order.ts";
import type { Failure, FailureCause, FailureTrace } from "./failureTrace.ts";

/** Coverage of the intervals of counts: that of all intervals of DTP. */
const COVERAGE = 0.8;

/** Time until a node or job is back, s, of the failures that the trace sees back. */
export interface Recoveries {
  readonly count: number;
  readonly mean: number;
  readonly median: number;
  readonly p90: number;
}

/** Failures that share a cause, or the trace's own words for it. */
export interface FailureCount {
  readonly name: string;
  readonly cause: FailureCause;
  readonly failures: number;
  /** Ends of the 80% interval of the expected number (Garwood 1936). Divided by the time watched, they are the rate's. */
  readonly low: number;
  readonly high: number;
  readonly recoveries: Recoveries | null;
}

export interface FailureCounts {
  readonly total: FailureCount;
  /** Causes and the trace's words, each with most failures first. */
  readonly causes: readonly FailureCount[];
  readonly labels: readonly FailureCount[];
}

/** Counts a trace's failures by cause, with exact intervals, and how long it took until the nodes were back. */
export function failureCounts({ failures }: FailureTrace): FailureCounts {
  return {
    total: counted("total", failures),
    causes: grouped(failures, ({ cause }) => cause),
    // Two parts may fail for the same words.
    labels: grouped(failures, ({ label, cause }) => `${label}\n${cause}`),
  };
}

function grouped(failures: readonly Failure[], key: (one: Failure) => string): readonly FailureCount[] {
  const groups = new Map<string, Failure[]>();
  for (const one of failures) {
    const those = groups.get(key(one));
    if (those) those.push(one);
    else groups.set(key(one), [one]);
  }
  return [...groups]
    .map(([name, those]) => counted(name.split("\n", 1)[0] ?? "", those))
    .sort((a, b) => b.failures - a.failures || (a.name < b.name ? -1 : 1));
}

function counted(name: string, failures: readonly Failure[]): FailureCount {
  const [low, high] = poissonInterval(failures.length, COVERAGE);
  const times = sorted(failures.flatMap(({ recovery }) => recovery ?? []));
  return {
    ...{ name, low, high },
    cause: failures[0]?.cause ?? "other",
    failures: failures.length,
    recoveries:
      times.length === 0
        ? null
        : {
            count: times.length,
            mean: times.reduce((sum, one) => sum + one, 0) / times.length,
            median: quantile(times, 0.5),
            p90: quantile(times, 0.9),
          },
  };
}
