import type { Job } from "../run/job.ts";

/** The collectives that the estimate counts for a device in a step, as a constant of the program. */
export function planned({ comm }: Job): readonly string[] {
  const rows = comm.map(
    ({ dimension, op, what, groupSize, bytes, count }) =>
      `    (${[dimension, op, what].map((one) => JSON.stringify(one)).join(", ")}, ${groupSize}, ${bytes}, ${count}),`,
  );
  return [
    "# What a device sends in a step by DTP's estimate: dimension, operation, tensor, ranks, bytes of a call, calls.",
    ...(rows.length === 0 ? ["PLANNED = []"] : ["PLANNED = [", ...rows, "]"]),
  ];
}
