import type { BinaryExpr, Expect, Expr, NumberExpr } from "../../src/dsl/ast/ast.ts";
import { childrenOf } from "../../src/dsl/syntax/format/walk.ts";
import { parse, readNumber } from "../../src/dsl/syntax/index.ts";
import { type Amount, asWritten, readings } from "./literalNumbersAsAmounts.ts";

/** A number that an expectation holds a value to: within `reach` of it, or on one side of it. */
export interface Tie extends Amount {
  readonly op: "=" | "<" | ">";
  readonly reach: number;
}

/** The literals of a notebook's code: what it is given, and what its expectations hold. */
export function literalsOf(
  name: string,
  code: readonly string[],
): { readonly inputs: readonly Amount[]; readonly ties: readonly Tie[] } {
  const inputs: Amount[] = [];
  const ties: Tie[] = [];
  for (const source of code) {
    const { file } = parse({ name, text: source }, "cell");
    const bounds: { readonly start: number; readonly end: number }[] = [];
    for (const item of file.items)
      if (item.kind === "expect")
        for (const check of item.checks) {
          bounds.push(check.span);
          ties.push(...tiesOf(item, check));
          inputs.push(...givenBy(check, item));
        }
      else if (item.kind === "exercise") {
        bounds.push(item.span);
        // A key states the question's numbers and holds what the lesson says of the answer.
        for (const { path, value } of item.body.fields)
          if (path.names[0]?.name === "answer" || path.names[0]?.name === "goals")
            for (const amount of amountsIn(value)) {
              inputs.push(amount);
              ties.push(
                ...[amount, asWritten(amount)].map((one) => ({ ...one, op: "=", reach: 0 }) as const),
              );
            }
      }
    for (const match of source.matchAll(/(?<![\w.])\$?\d/g)) {
      const at = match.index;
      if (bounds.some(({ start, end }) => start <= at && at < end)) continue;
      const read = readNumber(source, at);
      if (read && !read.problem) inputs.push(...readings(read));
    }
  }
  return { inputs: inputs.flatMap((one) => [one, asWritten(one)]), ties };
}

type Check = Expect["checks"][number];

/** What an exercise states, what the left side computes with, and the amount of a cited source. A cited share or factor is computed from one. */
function givenBy({ condition, hint, cite }: Check, whole: Expect): readonly Amount[] {
  if (hint) return amountsIn(condition);
  const compared = unwrapped(condition);
  if (compared.kind !== "binary") return [];
  const cited =
    (cite ?? whole.cite) ? amountsIn(compared.right).filter(({ dimension }) => dimension !== "1") : [];
  return [...amountsIn(compared.left), ...cited];
}

const OPS: Readonly<Record<string, Tie["op"]>> = {
  ...{ "~=": "=", "==": "=", "<": "<", "<=": "<", ">": ">", ">=": ">" },
};

function tiesOf({ within: whole }: Expect, { condition, within }: Check): readonly Tie[] {
  const compared = unwrapped(condition);
  const op = compared.kind === "binary" ? OPS[compared.op] : undefined;
  if (compared.kind !== "binary" || !op) return [];
  const tolerance = op === "=" && compared.op === "~=" ? (within ?? whole)?.value : undefined;
  const [reach] = tolerance === undefined ? [] : readings(tolerance);
  return amountsIn(compared.right).flatMap((amount) => {
    const share = (reach?.value ?? 0) / (tolerance?.unit === "%" ? 1 : Math.abs(amount.value));
    return [amount, asWritten(amount)].map((one) => ({ ...one, op, reach: share * Math.abs(one.value) }));
  });
}

function unwrapped(expr: Expr): Expr {
  return expr.kind === "paren" ? unwrapped(expr.inner) : expr;
}

/** The literals of an expression, and its quotients of two of them (`1 / 3`). */
function amountsIn(expr: Expr): readonly Amount[] {
  const quotients = expr.kind === "binary" ? quotient(expr) : null;
  const own = expr.kind === "number" ? readings(expr) : quotients ? [quotients] : [];
  return [...own, ...childrenOf(expr).flatMap(amountsIn)];
}

function quotient({ op, left, right }: BinaryExpr): Amount | null {
  const bare = (one: Expr): one is NumberExpr => one.kind === "number" && one.unit === undefined;
  return op === "/" && bare(left) && bare(right)
    ? { value: left.value / right.value, dimension: "1", written: left.value / right.value }
    : null;
}
