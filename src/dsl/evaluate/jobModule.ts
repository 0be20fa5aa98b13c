import { type Job, type JobLog, jobLedger } from "../../measured/index.ts";
import { type Cells, cellTable, numberCell, textCell } from "./cellTable.ts";
import { type MeasuredTable, NONE, type Value } from "./values/value.ts";

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
  const whole = Math.max(1, Math.ceil(devices));
  const failed = [...failures.values()].reduce((sum, one) => sum + one, 0);
  const lets: readonly (readonly [name: string, doc: string, value: string | null])[] = [
    ["device_time", "Time that all jobs held their devices", `${deviceTime} GPUs * 1 s`],
    ["failed_jobs", "Number of jobs that failed", `${failed}`],
    [
      "observed_failures",
      "Failures of the jobs, for `failures`",
      `fleet(devices = ${whole}, period = ${deviceTime / whole} s${counts})`,
    ],
    [
      "mtbf",
      "Mean time between failures of one device",
      mtbf.mean === null ? null : `${mtbf.mean} GPUs * 1 s`,
    ],
    ["mtbf_low", "Lower end of the 80% interval of `mtbf`", `${mtbf.low} GPUs * 1 s`],
    [
      "mtbf_high",
      "Upper end of the 80% interval of `mtbf`",
      mtbf.high === null ? null : `${mtbf.high} GPUs * 1 s`,
    ],
    [
      "uptime",
      "Share of the time from the first start to the last end in which a job ran",
      uptime === null ? null : `${100 * uptime}%`,
    ],
  ];
  const ledger = rows.map(
    (row): Cells => [
      ["state", textCell(row.state)],
      ["cause", textCell(row.cause)],
      ["jobs", numberCell(row.jobs)],
      ["device_time", days(row.deviceTime)],
      ["share", numberCell(row.deviceTime / deviceTime, 0.01, "%")],
      ["mtbf", row.mtbf ? days(row.mtbf.mean) : NONE],
      ["mtbf_low", row.mtbf ? days(row.mtbf.low) : NONE],
      ["mtbf_high", row.mtbf ? days(row.mtbf.high) : NONE],
    ],
  );
  return {
    text: lets
      .flatMap(([name, doc, value]) => (value === null ? [] : [`## ${doc}\nlet ${name} = ${value}\n`]))
      .join(""),
    tables: new Map([
      ["jobs", cellTable("jobs", log.jobs.map(cellsOf))],
      ["ledger", cellTable("jobs by end state", ledger)],
    ]),
  };
}

const cellsOf = (job: Job): Cells => [
  ["job", textCell(job.id)],
  ["name", textCell(job.name)],
  ["state", textCell(job.state)],
  ["nodes", numberCell(job.nodes)],
  ["devices", numberCell(job.devices, 1, "GPU")],
  ["submitted", textCell(timeText(job.submit))],
  ["started", textCell(timeText(job.start))],
  ["ended", textCell(timeText(job.end))],
  ["elapsed", numberCell(job.elapsed, 3600, "h")],
  ["device_time", days(job.devices * job.elapsed)],
];

/** Latest time that JavaScript can write as a date, s since 1970. */
const LATEST = 8.64e12;

/** Time of the file's clock as a date. */
const timeText = (seconds: number | null): string | null =>
  seconds === null || Math.abs(seconds) > LATEST
    ? null
    : new Date(1e3 * seconds).toISOString().slice(0, 19).replace("T", " ");

const days = (deviceSeconds: number): Value => numberCell(deviceSeconds, 86_400, "GPU-days");
