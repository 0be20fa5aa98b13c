import { type FailureCount, type FailureTrace, failureCounts } from "../../measured/index.ts";
import { type Cells, cellTable, numberCell, textCell } from "./cellTable.ts";
import type { JobDefinitions } from "./jobModule.ts";

const HOUR = 3600;

/**
 * Definitions that a file of failures becomes. Their rates need the device time that was watched, which is not in the
 * file, so `observed_failures` and `mtbf` are functions of it. `observed_repair` is a `by_part(..)` with the mean time until
 * nodes were back; it is left out where the file has no such times.
 */
export function failureDefinitions(trace: FailureTrace): JobDefinitions {
  const { total, causes, labels } = failureCounts(trace);
  const counts = causes.map(({ name, failures }) => `, ${name} = ${failures}`).join("");
  const repairs = causes.flatMap(({ name, recoveries }) =>
    recoveries ? [`${name} = ${atLeastASecond(recoveries.mean)} s, `] : [],
  );
  const watched = "`device_time` is the number of devices watched times how long: `3_200 GPUs * 348 days`";
  const fn = (name: string, doc: string, body: string): string =>
    `## ${doc}; ${watched}\nfn ${name}(device_time) = ${body}\n`;
  const text = [
    fn(
      "observed_failures",
      "Failures as counted, for `failures`",
      `fleet(devices = 1, period = device_time / 1 GPU${counts})`,
    ),
    fn("mtbf", "Mean time between failures of one device", `device_time / ${total.failures}`),
    fn("mtbf_low", "Lower end of the 80% interval of `mtbf`", `device_time / ${total.high}`),
    fn("mtbf_high", "Upper end of the 80% interval of `mtbf`", `device_time / ${total.low}`),
    lets(
      "failure_count",
      "Number of failures of the trace; work that was planned is none",
      `${total.failures}`,
    ),
    ...(total.recoveries
      ? [
          lets("recovery_median", "Median time until a failed node is back", `${total.recoveries.median} s`),
          lets("recovery_p90", "Time until 90% of the failed nodes are back", `${total.recoveries.p90} s`),
          lets(
            "observed_repair",
            "Mean time until a failed node is back by cause, for `repair`",
            `by_part(${repairs.join("")}otherwise = ${atLeastASecond(total.recoveries.mean)} s)`,
          ),
        ]
      : []),
  ];
  const begun = trace.failures.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY);
  const failures = trace.failures.map(
    ({ at, node, cause, label, recovery }): Cells => [
      ["since_first", numberCell(at - begun, 24 * HOUR, "days")],
      ["node", textCell(node)],
      ["cause", textCell(cause)],
      ["label", textCell(label)],
      ["recovery", numberCell(recovery, HOUR, "h")],
    ],
  );
  return {
    text: text.join(""),
    tables: new Map([
      ["failures", cellTable("failures", failures)],
      [
        "causes",
        cellTable(
          "failures by cause",
          [...causes, total].map((one) => rowOf("cause", one)),
        ),
      ],
      [
        "labels",
        cellTable(
          "failures by the trace's words",
          labels.map(
            (one): Cells => [["label", textCell(one.name)], ...rowOf("cause", { ...one, name: one.cause })],
          ),
        ),
      ],
    ]),
  };
}

const lets = (name: string, doc: string, value: string): string => `## ${doc}\nlet ${name} = ${value}\n`;

/** Least time of a field for repairs. */
const atLeastASecond = (seconds: number): number => Math.max(1, seconds);

const rowOf = (column: string, { name, failures, low, high, recoveries }: FailureCount): Cells => [
  [column, textCell(name)],
  ["failures", numberCell(failures)],
  ["failures_low", numberCell(low)],
  ["failures_high", numberCell(high)],
  ["recovered", numberCell(recoveries?.count ?? 0)],
  ["recovery_median", numberCell(recoveries?.median ?? null, HOUR, "h")],
  ["recovery_p90", numberCell(recoveries?.p90 ?? null, HOUR, "h")],
  ["recovery_mean", numberCell(recoveries?.mean ?? null, HOUR, "h")],
];
