import { error } from "./row.ts";

/** Catalogue of errors on the synchronization between replicas and on the spread of their step times. */
export const syncRows = {
  "histogram-not-possible": error<{
    times: number;
    counts: number;
    least_time: number;
    least_count: number;
    total: number;
  }>(
    (p) =>
      p.times !== p.counts
        ? `\`observed\` has ${p.times} times and ${p.counts} counts`
        : p.times === 0
          ? "`observed` has no times"
          : !(p.least_time > 0)
            ? `\`observed\` has a time of ${p.least_time}`
            : p.least_count < 0
              ? `\`observed\` has a count of ${p.least_count}`
              : "all counts of `observed` are 0",
    {
      help: () =>
        "give times above 0, and how often each was seen: `observed([1.00, 1.05], counts = [95, 5])`",
    },
  ),
  "too-many-backups": error<{ backup: number; dp: number }>(
    (p) => `a step that does not wait for ${p.backup} of ${p.dp} replicas learns from none`,
    {
      label: (p) => `${p.dp} - ${p.backup} = ${p.dp - p.backup} replicas`,
      help: () => "a few percent of the replicas are usual",
    },
  ),
} as const;
