import { JOB_CAUSES, type Job, type JobCause } from "./jobLog.ts";
import { poissonInterval } from "./poissonInterval.ts";

/** Coverage of the intervals of rates: that of all intervals of DTP. */
const COVERAGE = 0.8;

/** Jobs that ended in one state. */
export interface LedgerRow {
  readonly state: string;
  /** Cause of these ends, as a field of `fleet(..)`; null for a state that is no failure. */
  readonly cause: JobCause | null;
  readonly jobs: number;
  /** Time of all their devices, device seconds. */
  readonly deviceTime: number;
  /** Mean time between such ends of one device with its 80% interval, device seconds; null for no failure. */
  readonly mtbf: Mtbf | null;
}

/** Mean time between failures of one device, and the ends of its 80% interval, device seconds. */
export interface Mtbf {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

export interface JobLedger {
  /** States of the jobs, those with most device time first. */
  readonly rows: readonly LedgerRow[];
  readonly deviceTime: number;
  /** Devices of the largest job. */
  readonly devices: number;
  /** Numbers of failures by cause. */
  readonly failures: ReadonlyMap<JobCause, number>;
  /** Mean time between failures of one device, whatever the cause. Without failures only `low` is known. */
  readonly mtbf: { readonly mean: number | null; readonly low: number; readonly high: number | null };
  /** Share of the time from the first start to the last end in which a job ran; null without times. */
  readonly uptime: number | null;
}

/**
 * Ledger of jobs by their end states. Failures are a Poisson process in device time, so the rate of a state is its count
 * over the device time of all jobs: jobs that end otherwise are censored observations.
 */
export function jobLedger(jobs: readonly Job[]): JobLedger {
  const deviceTime = jobs.reduce((sum, job) => sum + timeOf(job), 0);
  const byState = new Map<string, Job[]>();
  for (const job of jobs) {
    const those = byState.get(job.state);
    if (those) those.push(job);
    else byState.set(job.state, [job]);
  }
  const rows = [...byState].map(([state, those]): LedgerRow => {
    const cause = JOB_CAUSES.get(state) ?? null;
    const [low, high] = poissonInterval(those.length, COVERAGE);
    return {
      ...{ state, cause, jobs: those.length },
      deviceTime: those.reduce((sum, job) => sum + timeOf(job), 0),
      mtbf: cause && { mean: deviceTime / those.length, low: deviceTime / high, high: deviceTime / low },
    };
  });
  const failures = new Map<JobCause, number>();
  for (const { cause, jobs: count } of rows)
    if (cause) failures.set(cause, (failures.get(cause) ?? 0) + count);
  const count = [...failures.values()].reduce((sum, one) => sum + one, 0);
  const [low, high] = poissonInterval(count, COVERAGE);
  return {
    rows: rows.sort((a, b) => b.deviceTime - a.deviceTime || (a.state < b.state ? -1 : 1)),
    deviceTime,
    devices: jobs.reduce((most, { devices }) => Math.max(most, devices), 0),
    failures,
    mtbf: {
      mean: count === 0 ? null : deviceTime / count,
      low: deviceTime / high,
      high: low === 0 ? null : deviceTime / low,
    },
    uptime: uptimeOf(jobs),
  };
}

const timeOf = ({ devices, elapsed }: Job): number => devices * elapsed;

/** Share of the time from the first start to the last end that the union of the jobs covers. */
function uptimeOf(jobs: readonly Job[]): number | null {
  const spans = jobs
    .flatMap(({ start, end, elapsed }) => (start === null ? [] : [[start, end ?? start + elapsed] as const]))
    .sort((a, b) => a[0] - b[0]);
  const first = spans[0];
  if (!first) return null;
  let [covered, until] = [0, first[0]];
  for (const [start, end] of spans) {
    covered += Math.max(0, end - Math.max(start, until));
    until = Math.max(until, end);
  }
  return until > first[0] ? covered / (until - first[0]) : null;
}
