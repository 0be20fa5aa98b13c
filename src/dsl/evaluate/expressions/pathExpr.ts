import type { Expr, Name, Span } from "../../ast/ast.ts";

/** Expression that reads a path of names, as a program writes it: `plan.tp`. The path has at least one name. */
export function pathExpr(names: readonly Name[]): Expr {
  const [first = { name: "", span: NOWHERE }, ...rest] = names;
  let expr: Expr = { kind: "name", ...first };
  for (const member of rest)
    expr = { kind: "member", span: { start: first.span.start, end: member.span.end }, object: expr, member };
  return expr;
}

const NOWHERE: Span = { start: 0, end: 0 };

/** Names of a path that is not in a program's text, such as a table's column title `plan.tp`. */
export const namesOf = (path: string): readonly Name[] =>
  path.split(".").map((name) => ({ name, span: NOWHERE }));
