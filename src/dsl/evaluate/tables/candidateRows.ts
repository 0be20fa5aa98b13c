import type { Point } from "../../../engine/search/candidates.ts";
import { changeScenario, scenarioPart } from "../expressions/scenarioValue.ts";
import type { Reader } from "../scenario/read.ts";
import type { Context } from "../values/context.ts";
import type { Part, Poison, RecordValue, ScenarioValue } from "../values/value.ts";
import { bitOf, chosen } from "./candidateSettings.ts";
import type { Axis } from "./combinations.ts";

/**
 * Scenarios of a table, one for each combination of values of its `for` clauses. A point identifies a combination: the
 * index of the chosen value for each clause.
 */
export interface CandidateRows {
  rowAt(point: Point): ScenarioValue | Poison;
  /**
   * Returns a function that reads a value from one part (model, cluster or plan) of the scenario at a point. `of` reads
   * it from the part's record.
   */
  reading(
    part: Part,
    of: (reader: Reader, record: RecordValue) => unknown,
  ): (reader: Reader, point: Point) => unknown;
}

/**
 * Makes the scenarios of a table: `base` with the changes that a point chooses on each axis. Only the scenario that was
 * made last is memoised.
 */
export function candidateRows(context: Context, base: ScenarioValue, axes: readonly Axis[]): CandidateRows {
  const marked = axes.map((steps, axis) =>
    steps.map((step) => step.map((one, at) => chosen(one, bitOf(axes, axis, at)))),
  );
  let last: { readonly point: Point; readonly row: ScenarioValue | Poison } | null = null;
  const rowAt = (point: Point): ScenarioValue | Poison => {
    if (last && samePoint(last.point, point)) return last.row;
    const changes = marked.flatMap((steps, i) => steps[point[i] ?? 0] ?? []);
    last = { point: point.slice(), row: changeScenario(context, base, changes, base.name) };
    return last.row;
  };
  return {
    rowAt,
    reading: (part, of) => (reader, point) => {
      const row = rowAt(point);
      const record = row.kind === "poison" ? row : scenarioPart(context, row, part);
      if (record.kind === "record") return of(reader, record);
      reader.fail(record);
      return null;
    },
  };
}

function samePoint(a: Point, b: Point): boolean {
  for (let i = 0; i < b.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
