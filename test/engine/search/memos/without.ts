import type { Field } from "../../../../src/engine/scenario/field.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import type { Scenario } from "../../../../src/engine/scenario/scenario.ts";
import type { MemoRow } from "../../../../src/engine/search/memo.ts";

/** The row of a memo without one of its fields, as if its author had forgotten it: a merged one is read at the base's value. */
export function without<T>(row: MemoRow<T>, field: Field, base: Scenario): MemoRow<T> {
  const { merged = null } = row;
  const blind =
    field === "model" || field === "cluster" || !merged?.fields.includes(field)
      ? merged
      : {
          fields: merged.fields.filter((one) => one !== field),
          of: (plan: Plan) => merged.of({ ...plan, [field]: base.plan[field] }),
        };
  return { ...row, fields: () => row.fields().filter((one) => one !== field), merged: blind };
}
