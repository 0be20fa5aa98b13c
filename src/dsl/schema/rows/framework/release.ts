import type { FieldRow } from "../../row.ts";

/** The number of what ran, finer than `year`: a container's, a round's, a library's. Facts of a stack depend on it. */
export const release = (
  name: string,
  doc: string,
  latest: string,
  example: string,
  range: readonly [least: number, most: number],
  source: string,
): FieldRow => ({
  name,
  doc,
  accepts: { numbers: ["1"] },
  default: latest,
  range,
  source,
  example,
});
