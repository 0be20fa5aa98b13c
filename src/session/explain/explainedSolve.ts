import type { Expr } from "../../dsl/ast/ast.ts";
import {
  counted,
  evaluate,
  rowScope,
  type ScenarioValue,
  type Solved,
  type TableValue,
} from "../../dsl/evaluate/index.ts";
import type { Block, TreeNode } from "../../report/index.ts";
import { textOfValue } from "../text/textOfValue.ts";
import type { Run } from "../verbs/run.ts";
import type { Explained } from "./explained.ts";
import { labelled } from "./explainedCall.ts";

type ExplainIn = (run: Run, scenario: ScenarioValue, expr: Expr) => Explained;

/**
 * Explanation of a `solve` statement: its answer in words, and for each found setting where the compared results come
 * from.
 */
export function explainedSolve(
  run: Run,
  table: TableValue,
  solved: Solved,
  explain: ExplainIn,
): readonly Block[] {
  const found = [...table.rows].map((row): TreeNode => {
    const scope = rowScope(row, table.scope);
    const inside: Run = { ...run, scope };
    const settings = table.varied.map((path) => {
      const value = path
        .split(".")
        .reduce<Expr>(
          (object, name): Expr =>
            object.kind === "none"
              ? { kind: "name", span: object.span, name }
              : { kind: "member", span: object.span, object, member: { name, span: object.span } },
          { kind: "none", span: { start: 0, end: 0 } },
        );
      return `${path} = ${textOfValue(counted(evaluate(run.context, value, scope, null)))}`;
    });
    const children = solved.asked.flatMap(({ expr, subject }) => {
      const blocks = explain(inside, row.scenario, expr);
      if ("kind" in blocks) return [];
      return labelled(
        subject,
        blocks.flatMap((block) => (block.kind === "tree" ? [block.root] : [])),
      );
    });
    return { text: settings.join(", "), children };
  });
  return [{ kind: "tree", root: { text: [table.name, solved.words.join(" ")].join(": "), children: found } }];
}
