import type { CallExpr, Expr } from "../../dsl/ast/ast.ts";
import {
  argumentsOf,
  bodyScope,
  evaluate,
  type FunctionValue,
  signatureOf,
  textOf,
  type Value,
  whereOf,
} from "../../dsl/evaluate/index.ts";
import type { TreeNode } from "../../report/index.ts";
import { textOfValue } from "../text/textOfValue.ts";
import type { Run } from "../verbs/run.ts";
import type { Explained } from "./explained.ts";
import { exprLatex } from "./exprLatex.ts";
import { leaves } from "./leaves.ts";

type Explain = (run: Run, expr: Expr) => Explained;

/** Function of the program that an expression calls; null for any other expression. */
export function calledBy(
  run: Run,
  expr: Expr,
): { readonly called: FunctionValue; readonly call: CallExpr } | null {
  if (expr.kind !== "call") return null;
  const called = run.scope.called?.(run.context, expr.callee.name);
  return called?.kind === "function" ? { called, call: expr } : null;
}

/**
 * Explanation of a call of a program's function, like that of a formula of the book: expression, the same with values,
 * place, then the arguments and what else the expression reads, each down to its source.
 */
export function explainedCall(
  run: Run,
  call: CallExpr,
  called: FunctionValue,
  value: Value,
  explain: Explain,
): TreeNode {
  const { context } = run;
  const args = argumentsOf(context, called, call, run.scope);
  const text = `${textOf(call, run.scope)} = ${textOfValue(value)}`;
  if ("kind" in args) return { text, children: [] };
  const scope = bodyScope(called, args);
  const inside: Run = {
    ...run,
    scope,
    // The body may be of an imported file, where a name can mean something else than here.
    letOf: (name) =>
      called.scope.find(context, name) === run.scope.find(context, name) ? run.letOf(name) : null,
  };
  const given = called.params.flatMap(({ name }): readonly TreeNode[] => {
    const argument = args.get(name);
    if (!argument) return [];
    const shown = textOfValue(argument.value);
    const literal =
      argument.expr.kind === "number" ||
      argument.value.kind === "scenario" ||
      argument.value.kind === "record";
    const children = literal ? [] : nodes(explain({ ...run, scope: argument.scope }, argument.expr));
    return [{ text: `${name} = ${shown}`, children }];
  });
  const read = leavesOf(inside, called.body).filter((leaf) => leaf.kind !== "name" || !args.has(leaf.name));
  const others = read.flatMap((leaf) => labelled(textOf(leaf, scope), nodes(explain(inside, leaf))));
  return { text, ...formulaOf(called), ...substituted(inside, called.body), children: [...given, ...others] };
}

/** Explanation of a program's function itself: its expression, place and documentation. */
export const explainedFunction = (called: FunctionValue): TreeNode => ({
  text: signatureOf(called),
  ...formulaOf(called),
  children: [],
});

/** Names, paths and calls of the program's functions that an expression reads. */
export const leavesOf = (run: Run, expr: Expr): readonly Expr[] =>
  leaves(expr, (call) => calledBy(run, call) !== null);

/** Trees under the text of the expression that they explain. */
export const labelled = (label: string, trees: readonly TreeNode[]): readonly TreeNode[] =>
  trees.map((one) => (one.text.startsWith(label) ? one : { ...one, text: `${label}: ${one.text}` }));

const nodes = (explained: Explained): readonly TreeNode[] =>
  "kind" in explained ? [] : explained.flatMap((block) => (block.kind === "tree" ? [block.root] : []));

function formulaOf(called: FunctionValue): Pick<TreeNode, "formula" | "latex" | "source"> {
  const latex = exprLatex(called.body);
  return {
    formula: textOf(called.body, called.scope),
    ...(latex === null ? {} : { latex }),
    source: `${whereOf(called.place)}${called.doc === undefined ? "" : `; ${called.doc}`}`,
  };
}

/** Expression with each leaf replaced by its value; nothing where one has no value of a line. */
function substituted(run: Run, body: Expr): Pick<TreeNode, "substituted"> {
  const { text } = run.scope.source;
  let out = "";
  let at = body.span.start;
  for (const leaf of leavesOf(run, body)) {
    const value = evaluate(run.context, leaf, run.scope, null);
    if (value.kind !== "quantity" && value.kind !== "result" && value.kind !== "boolean") return {};
    out += text.slice(at, leaf.span.start) + textOfValue(value);
    at = leaf.span.end;
  }
  const whole = (out + text.slice(at, body.span.end)).replace(/\s+/g, " ");
  return out === "" || whole.length > 100 ? {} : { substituted: whole };
}
