import type { Source } from "../../dsl/ast/ast.ts";
import { position } from "../../dsl/diagnostics/index.ts";
import { type Context, type Module, moduleScope, type Poison } from "../../dsl/evaluate/index.ts";
import type { Run } from "../verbs/run.ts";
import type { Collected } from "./collected.ts";
import type { Surroundings } from "./surroundings.ts";

/** Creates the `Run` of a source text. */
export function runOf(
  { versions, world }: Surroundings,
  module: Module,
  context: Context,
  into: Collected,
  source: Source,
  stage?: number,
): Run {
  return {
    context,
    scope: moduleScope(module, source),
    versions,
    report: into.report,
    reportAll: (poison: Poison) => {
      for (const one of poison.diagnostics) into.report(one);
    },
    output(kind, at, document, data, isResult) {
      const line = position(source, at).line;
      into.emit({ kind, document, line, data, ...(isResult ? { result: true } : {}) });
    },
    stage,
    expectation: into.expectation,
    timeline: world.timeline,
    letOf(name) {
      const entry = module.entries.get(name);
      return entry?.statement?.kind === "let" ? { expr: entry.statement.value, scope: entry.scope } : null;
    },
    predictions: () =>
      [...module.entries.values()].flatMap(({ statement, scope }) =>
        statement?.kind === "predict" ? [{ statement, scope }] : [],
      ),
  };
}
