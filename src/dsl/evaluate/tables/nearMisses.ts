import { print } from "../../../units/index.ts";
import type { Expr } from "../../ast/ast.ts";
import { counted } from "../expressions/arithmetic.ts";
import { evaluate } from "../expressions/evaluate.ts";
import { readsSettingsOnly } from "../expressions/expressionMemo.ts";
import { textOf } from "../expressions/exprText.ts";
import type { Context } from "../values/context.ts";
import type { Scope } from "../values/scope.ts";
import { NO_COLUMNS, type Quantity, type ScenarioValue } from "../values/value.ts";
import { conjuncts, isComparison } from "./conjuncts.ts";

/** Rejected row whose value came nearest to meeting a comparison. */
interface Near {
  readonly gap: number;
  readonly asked: string;
  readonly value: Quantity;
  readonly name: string;
}

/** Records how close rejected rows came to the conditions of a table, for the message of an empty table. */
export class NearMisses {
  /** For each comparison, the rejected row whose value came nearest to meeting it. */
  readonly #nearest = new Map<Expr, Near>();

  /**
   * Records a row that does not meet a condition. Where `and` joins several comparisons, each comparison is recorded
   * separately.
   */
  note(context: Context, condition: Expr, inner: Scope, scenario: ScenarioValue): void {
    for (const one of conjuncts(condition)) this.#note(context, one, inner, scenario);
  }

  #note(context: Context, condition: Expr, inner: Scope, scenario: ScenarioValue): void {
    if (condition.kind !== "binary" || !isComparison(condition.op)) return;
    const { op, left, right } = condition;
    const bySettings = (side: Expr): boolean => readsSettingsOnly(context, side, NO_COLUMNS);
    // In `10 GiB > memory.peak` the result that the condition limits is on the right.
    const turned = bySettings(left) && !bySettings(right);
    const [asked, other] = turned ? [right, left] : [left, right];
    const [value, limit] = [asked, other].map((side) => counted(evaluate(context, side, inner, null)));
    if (value?.kind !== "quantity" || limit?.kind !== "quantity") return;
    const gap = (op.startsWith("<") === turned ? -1 : 1) * (value.value - limit.value);
    const nearest = this.#nearest.get(condition)?.gap ?? Number.POSITIVE_INFINITY;
    if (gap < 0 || !(gap < nearest)) return;
    const name = context.outputs.planText(context, scenario);
    this.#nearest.set(condition, { gap, asked: textOf(asked, inner), value, name });
  }

  /**
   * Text on the rejected row that came nearest to a condition, such as `mfu is 53.5% at best (dp 8 · ZeRO 2)`. Null
   * where no comparison of the condition was recorded.
   */
  text(condition: Expr): string | null {
    const parts = conjuncts(condition).flatMap((one) => {
      const near = this.#nearest.get(one);
      if (!near) return [];
      const { asked, value, name } = near;
      return `${asked} is ${print(value)} at best${name === "" ? "" : ` (${name})`}`;
    });
    return parts.length === 0 ? null : parts.join(", ");
  }
}
