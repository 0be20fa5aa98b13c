import { timeIn } from "../log/numbers.ts";
import type { Job, JobLog } from "./jobLog.ts";
import { stateOf } from "./readJobTable.ts";

/** Letters of a file in which its first job is. */
const BEGINNING = 20_000;

/** True for a JSON list of jobs with their attempts, by keys that only such files have. */
export const isAttemptLog = (text: string): boolean =>
  /"attempts"\s*:\s*\[/.test(text.slice(0, BEGINNING)) && /"jobid"\s*:/.test(text.slice(0, BEGINNING));

interface Entry {
  readonly jobid?: unknown;
  readonly status?: unknown;
  readonly submitted_time?: unknown;
  readonly attempts?: unknown;
}

interface Attempt {
  readonly start_time?: unknown;
  readonly end_time?: unknown;
  readonly detail?: unknown;
}

/**
 * Reads `cluster_job_log` of msr-fiddle/philly-traces (README.md; Jeon et al., ATC '19): each attempt of a job is one job
 * here. The scheduler tries a job again only after a failure, so an attempt before the last one is `FAILED`. Attempts
 * without a start or an end are left out.
 */
export function readAttempts(text: string): JobLog | { readonly problem: string } {
  let entries: unknown;
  try {
    entries = JSON.parse(text);
  } catch {
    return { problem: "it is no JSON" };
  }
  if (!Array.isArray(entries)) return { problem: "it is no list of jobs" };
  const jobs: Job[] = [];
  let leftOut = 0;
  for (const entry of entries as readonly (Entry | null)[]) {
    const attempts = Array.isArray(entry?.attempts) ? (entry.attempts as readonly (Attempt | null)[]) : [];
    for (const [at, attempt] of attempts.entries()) {
      const [start, end] = [timeOf(attempt?.start_time), timeOf(attempt?.end_time)];
      const parts = Array.isArray(attempt?.detail) ? (attempt.detail as readonly unknown[]) : [];
      const devices = parts.reduce<number>((sum, part) => sum + gpusOf(part), 0);
      if (start === null || end === null || end <= start || devices === 0) {
        leftOut++;
        continue;
      }
      const isLast = at === attempts.length - 1;
      jobs.push({
        id: attempts.length > 1 ? `${String(entry?.jobid)}#${at + 1}` : String(entry?.jobid),
        name: String(entry?.jobid),
        state: isLast ? stateOf(String(entry?.status)) : "FAILED",
        ...{ submit: at === 0 ? timeOf(entry?.submitted_time) : null, start, end },
        ...{ elapsed: end - start, nodes: parts.length, devices },
      });
    }
  }
  return jobs.length > 0 ? { jobs, leftOut } : { problem: "no job of it ran on a GPU" };
}

const timeOf = (value: unknown): number | null =>
  typeof value === "string" ? (timeIn(value) ?? null) : null;

function gpusOf(part: unknown): number {
  const gpus = typeof part === "object" && part !== null ? (part as { gpus?: unknown }).gpus : null;
  return Array.isArray(gpus) ? gpus.length : 0;
}
