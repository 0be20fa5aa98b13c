import { type Context, type Poison, type RecordValue, resolveModel } from "../../dsl/evaluate/index.ts";
import type { Breakdown } from "../../engine/estimate/breakdown.ts";
import { modelParams } from "../../engine/index.ts";

export interface ModelAnswer {
  readonly kind: "model";
  readonly params: Breakdown;
  readonly activeParams: number;
}

/**
 * Memo of parameter counts by model record. `reads` is a bit mask of the fields, varied by a table, that the count
 * depends on.
 */
const models = new WeakMap<RecordValue, { readonly answer: ModelAnswer | Poison; readonly reads: number }>();

/** Parameter counts of a model that is not part of a scenario. */
export function modelAnswer(context: Context, record: RecordValue): ModelAnswer | Poison {
  let known = models.get(record);
  if (!known) {
    const before = context.reads;
    context.reads = 0;
    const resolved = resolveModel(context, record);
    known = {
      answer: resolved.kind === "poison" ? resolved : { kind: "model", ...modelParams(resolved.data) },
      reads: context.reads,
    };
    context.reads = before;
    models.set(record, known);
  }
  context.reads |= known.reads;
  return known.answer;
}
