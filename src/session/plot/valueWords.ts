import type { Value } from "../../dsl/evaluate/index.ts";
import { SCHEDULE_NAMES } from "../../report/naming/planText.ts";
import { textOfValue } from "../text/textOfValue.ts";

/**
 * Text of a value in a legend or at an axis, where it stands for a column of a table. Schedules have their names in papers:
 * `zb_h2` is ZB-H2.
 */
export function valueWords(column: string, value: Value): string {
  const text = textOfValue(value);
  if (value.kind !== "word" || !/(?:^|\.)schedule$/.test(column)) return text;
  return (SCHEDULE_NAMES as Readonly<Record<string, string>>)[text] ?? text;
}
