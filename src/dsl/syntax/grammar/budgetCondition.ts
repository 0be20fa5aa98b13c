import { parseUnit } from "../../../units/index.ts";
import type { Expr, NumberExpr } from "../../ast/ast.ts";
import type { Issue } from "../tokens/issue.ts";

/** Result that a limit of each dimension bounds in a `within` clause, by the dimension's key. */
const BOUNDED: Readonly<Partial<Record<string, readonly string[]>>> = {
  $: ["cost"],
  s: ["time_to_train"],
  "GPU*s": ["device_time"],
  B: ["memory", "peak"],
  J: ["energy"],
};

/** Condition of one limit of a `within` clause: `cost <= $2M` for `$2M`. An issue for a limit of no known result. */
export function budgetCondition(limit: NumberExpr): Expr | Issue {
  const dimension = limit.unit === undefined ? null : (parseUnit(limit.unit)?.dimension.key ?? null);
  const path = dimension === null ? undefined : BOUNDED[dimension];
  const [root, ...members] = path ?? [];
  if (root === undefined)
    return {
      code: "syntax",
      params: {
        expected: "money, a time, device time, memory or energy after `within`",
        found: `\`${limit.text}\``,
      },
      span: limit.span,
      help: "any other limit is a condition: `where tokens_per_s >= 1M tokens/s`",
    };
  // What is not written in the text stands at the beginning of the limit.
  const span = { start: limit.span.start, end: limit.span.start };
  const left = members.reduce<Expr>(
    (object, name) => ({ kind: "member", span, object, member: { name, span } }),
    {
      kind: "name",
      span,
      name: root,
    },
  );
  return { kind: "binary", span: limit.span, op: "<=", opSpan: span, left, right: limit };
}
