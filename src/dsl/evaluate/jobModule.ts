import { type Job, type JobLog, jobLedger } from "../../measured/index.ts";
import { quantity } from "../../units/index.ts";
import { type DataRow, type MeasuredTable, NONE, type Value } from "./values/value.ts";

/** Definitions of a file of jobs: a text of the language, and tables by their names. */
export interface JobDefinitions {
  readonly text: string;
  readonly tables: ReadonlyMap<string, MeasuredTable>;
}

/**
 * Definitions that a file of jobs becomes: `observed_failures` as a `fleet(..)`, numbers of all jobs, and the tables `jobs` and
 * `ledger`. The fleet has the devices of the largest job, and the period in which so many devices have all jobs' time.
 */
export function jobDefinitions(log: JobLog): JobDefinitions {
  const { rows, deviceTime, devices, failures, mtbf, uptime } = jobLedger(log.jobs);
  const counts = [...failures].map(([cause, count]) => `, ${cause} = ${count}`).join("");
  const lets: readonly (readonly [name: string, value: string | null])[] = [
    ["device_time", `${deviceTime} GPUs * 1 s`],
    ["failed_jobs", `${[...failures.values()].reduce((sum, one) => sum + one, 0)}`],
    ["observed_failures", `fleet(devices = ${devices}, period = ${deviceTime / devices} s${counts})`],
    ["mtbf", mtbf.mean === null ? null : `${mtbf.mean} GPUs * 1 s`],
    ["mtbf_low", `${mtbf.low} GPUs * 1 s`],
    ["mtbf_high", mtbf.high === null ? null : `${mtbf.high} GPUs * 1 s`],
    ["uptime", uptime === null ? null : `${100 * uptime}%`],
  ];
  const ledger = rows.map(
    (row): Cells => [
      ["state", text(row.state)],
      ["cause", row.cause ? text(row.cause) : NONE],
      ["jobs", quantity(row.jobs)],
      ["device_time", days(row.deviceTime)],
      ["share", quantity((100 * row.deviceTime) / deviceTime, "%")],
      ["mtbf", row.mtbf ? days(row.mtbf.mean) : NONE],
      ["mtbf_low", row.mtbf ? days(row.mtbf.low) : NONE],
      ["mtbf_high", row.mtbf ? days(row.mtbf.high) : NONE],
    ],
  );
  return {
    text: lets.flatMap(([name, value]) => (value === null ? [] : [`let ${name} = ${value}\n`])).join(""),
    tables: new Map([
      ["jobs", table("jobs", log.jobs.map(cellsOf))],
      ["ledger", table("jobs by end state", ledger)],
    ]),
  };
}

type Cells = readonly (readonly [name: string, value: Value])[];

const cellsOf = (job: Job): Cells => [
  ["job", text(job.id)],
  ["name", job.name === null ? NONE : text(job.name)],
  ["state", text(job.state)],
  ["nodes", job.nodes === null ? NONE : quantity(job.nodes)],
  ["devices", quantity(job.devices, "GPU")],
  ["elapsed", quantity(job.elapsed / 3600, "h")],
  ["device_time", days(job.devices * job.elapsed)],
];

const text = (value: string): Value => ({ kind: "text", value });
const days = (deviceSeconds: number): Value => quantity(deviceSeconds / 86_400, "GPU-days");

function table(name: string, rows: readonly Cells[]): MeasuredTable {
  return {
    ...{ kind: "data", name, columns: (rows[0] ?? []).map(([column]) => column) },
    rows: rows.map((cells): DataRow => ({ columns: new Map(cells), scenario: null, problem: null })),
  };
}
