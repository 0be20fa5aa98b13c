import type { FieldRow } from "../../notation/row.ts";

/**
 * Makes a field for the release of a container, a benchmark round or a library. A release is finer than the field
 * `year`; defaults of a framework depend on both.
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
