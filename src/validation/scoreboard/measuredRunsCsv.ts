import { toCsv } from "../../report/index.ts";
import { number } from "../statistics/numberText.ts";
import type { Judged } from "./validate.ts";

const COLUMNS = [
  ...["id", "source", "device", "framework", "nodes", "part", "devices"],
  ...["measured [s]", "predicted [s]", "memory_measured [GiB]", "memory_predicted [GiB]"],
];

/**
 * Number of runs above which only every fourth of a source is taken, so that a notebook's figures stay small.
 */
const MANY = 300;

/**
 * Compared runs as CSV rows for a notebook: step time in seconds, whatever the table measured, and peak
 * bytes. Blank where not measured.
 */
export function measuredRunsCsv(judged: readonly Judged[]): string {
  const lines = thinned(judged).map(({ row, scenario, seconds, labels }) => {
    const { nodes, devices } = scenario.cluster;
    const measured = row.relError === null ? null : seconds / (1 + row.relError);
    return [
      row.id,
      labels.source,
      labels.device,
      labels.framework,
      nodes > 1 ? "several" : "one",
      labels.part,
      String(devices),
      ...[measured, measured === null ? null : seconds].map(number),
      ...[row.memMeasured, row.memPredicted].map((bytes) => number(bytes === null ? null : bytes / 2 ** 30)),
    ];
  });
  return toCsv([COLUMNS, ...lines]);
}

function thinned(judged: readonly Judged[]): readonly Judged[] {
  const sizes = new Map<string, number>();
  for (const { labels } of judged) sizes.set(labels.source, (sizes.get(labels.source) ?? 0) + 1);
  const seen = new Map<string, number>();
  return judged.filter(({ labels: { source } }) => {
    const at = seen.get(source) ?? 0;
    seen.set(source, at + 1);
    return (sizes.get(source) ?? 0) <= MANY || at % 4 === 0;
  });
}
