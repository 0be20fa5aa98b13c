import type { Expr, Solve } from "../../ast/ast.ts";
import { asTruth, counted } from "../expressions/arithmetic.ts";
import { comparedSides } from "../expressions/binary.ts";
import { compareValues } from "../expressions/compareValues.ts";
import { evaluate } from "../expressions/evaluate.ts";
import { placeOf, textOf } from "../expressions/exprText.ts";
import { conjuncts, isComparison } from "../tables/conjuncts.ts";
import type { Context } from "../values/context.ts";
import type { Scope } from "../values/scope.ts";
import type { Poison, Quantity } from "../values/value.ts";

/** One condition of a `solve` statement: a `where` clause, an operand of its `and`, or a limit of `within`. */
export interface Asked {
  readonly expr: Expr;
  /** The condition as it is written: `mfu == 45%`. */
  readonly text: string;
  readonly op: string;
  /** Text of the left side, `mfu`; of the whole condition where it compares no numbers. */
  readonly subject: string;
}

/** A condition read on one scenario. The sides are null where the condition compares no numbers. */
export interface Reading {
  readonly kind: "reading";
  readonly holds: boolean;
  readonly left: Quantity | null;
  readonly right: Quantity | null;
}

/** Conditions of a statement, those of a `within` in words: `cost <= $2M`. */
export function askedOf({ clauses }: Solve, scope: Scope): readonly Asked[] {
  return clauses.flatMap((clause): readonly Asked[] => {
    if (clause.kind !== "where") return [];
    const { budget } = clause;
    return conjuncts(clause.condition).map((expr) => {
      const compares = expr.kind === "binary" && (isComparison(expr.op) || expr.op === "==");
      const subject = compares
        ? budget
          ? pathOf(expr.left)
          : textOf(expr.left, scope)
        : textOf(expr, scope);
      const op = compares ? expr.op : "";
      return { expr, op, subject, text: budget ? `${subject} <= ${budget.text}` : textOf(expr, scope) };
    });
  });
}

const pathOf = (expr: Expr): string =>
  expr.kind === "member"
    ? `${pathOf(expr.object)}.${expr.member.name}`
    : expr.kind === "name"
      ? expr.name
      : "";

/** Reads a condition on the scenario of a scope. */
export function readingOf(context: Context, { expr, op }: Asked, scope: Scope): Reading | Poison {
  const place = placeOf(expr, scope);
  if (op === "" || expr.kind !== "binary") {
    const holds = asTruth(evaluate(context, expr, scope, null), place);
    return typeof holds === "boolean" ? { kind: "reading", holds, left: null, right: null } : holds;
  }
  const [left, right] = comparedSides(context, expr, scope).map(counted);
  if (!left || left.kind === "poison") return (left ?? right) as Poison;
  if (!right || right.kind === "poison") return right as Poison;
  const holds = asTruth(compareValues(context, expr.op as "==", left, right, place), place);
  if (typeof holds !== "boolean") return holds;
  const numbers = left.kind === "quantity" && right.kind === "quantity";
  return { kind: "reading", holds, left: numbers ? left : null, right: numbers ? right : null };
}
