import { csvHeader, csvRows } from "../csv/csvRows.ts";
import { timeIn } from "../log/numbers.ts";
import type { Job, JobLog } from "./jobLog.ts";

/** Names that a form of a job table has for what a job is, and how long it ran. */
interface Form {
  /** Columns by which the form is recognised. */
  readonly columns: readonly string[];
  readonly id: string;
  readonly state: string;
  readonly devices: string;
  /** Thousandths of a device that each of a job's devices is; absent for whole devices. */
  readonly share?: string;
  readonly nodes?: string;
  readonly submit: string;
  readonly start: string;
  readonly end: string;
  /** Time that the job ran, s; absent where start and end say it. */
  readonly elapsed?: string;
}

/**
 * Forms of published job tables. Sources: README.md of InternLM/AcmeTrace (Hu et al., NSDI '24) and of
 * S-Lab-System-Group/HeliosData (Hu et al., SC '21), whose states are Slurm's; README.md of cluster-trace-gpu-v2023 in
 * alibaba/clusterdata (Weng et al., ATC '23), whose states are phases of pods.
 */
const FORMS: readonly Form[] = [
  {
    columns: ["job_id", "gpu_num", "state", "start_time", "end_time", "duration"],
    ...{ id: "job_id", state: "state", devices: "gpu_num", nodes: "node_num", elapsed: "duration" },
    ...{ submit: "submit_time", start: "start_time", end: "end_time" },
  },
  {
    columns: ["name", "num_gpu", "gpu_milli", "pod_phase", "scheduled_time", "deletion_time"],
    ...{ id: "name", state: "pod_phase", devices: "num_gpu", share: "gpu_milli" },
    ...{ submit: "creation_time", start: "scheduled_time", end: "deletion_time" },
  },
];

/** End states by other schedulers' names, as Slurm calls them. */
const STATES: Readonly<Record<string, string>> = {
  SUCCEEDED: "COMPLETED",
  PASS: "COMPLETED",
  KILLED: "CANCELLED",
};

const formOf = (names: readonly string[]): Form | undefined =>
  FORMS.find(({ columns }) => columns.every((name) => names.includes(name)));

/** True for a CSV file that is a published table of jobs, by the names of its columns. */
export const isJobTable = (text: string): boolean => formOf(csvHeader(text)) !== undefined;

/** Reads a published table of jobs. Jobs without devices, or that never ran, are left out. */
export function readJobTable(text: string): JobLog | { readonly problem: string } {
  const names = csvHeader(text);
  const form = formOf(names);
  if (!form) return { problem: "its columns are those of no known table of jobs" };
  const jobs: Job[] = [];
  let leftOut = 0;
  for (const [cells, line] of csvRows(text)) {
    if (line === 1) continue;
    const cell = (name: string | undefined): string => {
      const at = name === undefined ? -1 : names.indexOf(name);
      return at < 0 ? "" : (cells[at] ?? "").trim();
    };
    if (cells.length !== names.length)
      return { problem: `line ${line} has ${cells.length} cells under ${names.length} columns` };
    const [submit, start, end] = [form.submit, form.start, form.end].map((name) => instant(cell(name)));
    const elapsed =
      numeric(cell(form.elapsed)) ??
      (start === undefined || end === undefined || start === null || end === null ? 0 : end - start);
    const devices =
      (numeric(cell(form.devices)) ?? 0) * (form.share ? (numeric(cell(form.share)) ?? 0) / 1e3 : 1);
    if (!(devices > 0 && elapsed > 0)) {
      leftOut++;
      continue;
    }
    jobs.push({
      ...{ id: cell(form.id), name: null, elapsed, devices },
      state: stateOf(cell(form.state)),
      ...{ submit: submit ?? null, start: start ?? null, end: end ?? null },
      nodes: numeric(cell(form.nodes)) ?? null,
    });
  }
  return jobs.length > 0 ? { jobs, leftOut } : { problem: "no job of it ran on a GPU" };
}

/** State in capitals, under Slurm's name where another scheduler calls it otherwise. */
export function stateOf(text: string): string {
  const state = text.toUpperCase();
  return STATES[state] ?? state;
}

/** Time as a date, or in seconds since the trace began. */
const instant = (text: string): number | null => timeIn(text) ?? numeric(text) ?? null;

function numeric(text: string): number | undefined {
  const value = text === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}
