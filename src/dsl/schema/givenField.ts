import type { FieldRow } from "./notation/row.ts";
import { fieldRow, kindRow } from "./schema.ts";

/** Fields of a plan that set parts of a scenario's results. A scenario takes them without `plan.`: `base with { time.dp = 20 ms }`. */
const GIVEN: ReadonlySet<string> = new Set(["time", "memory"]);

/** Field of a plan that sets parts of the result `name`, such as `time`; null for other names. */
export const givenField = (name: string): FieldRow | null =>
  GIVEN.has(name) ? fieldRow(kindRow("plan"), name) : null;

/** All fields of a plan that set parts of results. */
export const givenFields = (): readonly FieldRow[] => [...GIVEN].flatMap((name) => givenField(name) ?? []);
