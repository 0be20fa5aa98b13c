import type { FieldRow } from "../../notation/row.ts";

/**
 * A field for the release of a container, a benchmark round or a library. It is finer than `year`, and facts of a
 * framework depend on it.
 */
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
