import type { Expr, Predict } from "../../dsl/ast/ast.ts";
import type { Diagnostic, Place } from "../../dsl/diagnostics/diagnostic.ts";
import { position } from "../../dsl/diagnostics/index.ts";
import type { Context, Poison, Scope } from "../../dsl/evaluate/index.ts";
import type { Document, Versions } from "../../report/index.ts";
import type { Output } from "../world/output.ts";
import type { Expectation } from "../world/runResult.ts";
import type { World } from "../world/world.ts";

/**
 * Evaluation of one text's output statements (`show`, `plot`, `explain`, `expect`): its context, its scope, and the
 * functions that receive outputs and diagnostics.
 */
export interface Run {
  readonly context: Context;
  readonly scope: Scope;
  readonly versions: Versions | undefined;
  /** Reports a diagnostic, unless an equal one was already reported. */
  report(diagnostic: Diagnostic): void;
  reportAll(poison: Poison): void;
  output(kind: Output["kind"], at: number, document: Document, data: unknown, result?: boolean): void;
  expectation(one: Expectation): void;
  /**
   * Receives each timeline that is shown or plotted, to write it to a trace file. Absent where no trace file was
   * requested.
   */
  readonly timeline?: World["timeline"];
  /** Pipeline stage whose memory `explain` takes apart; the fullest by default. */
  readonly stage?: number | undefined;
  /** The expression of a `let` in the text's module, with its scope; null for other names. */
  letOf(name: string): { readonly expr: Expr; readonly scope: Scope } | null;
  /** The `predict` statements of the text's module, with their scopes: of a notebook, those of earlier cells too. */
  predictions(): readonly { readonly statement: Predict; readonly scope: Scope }[];
}

export function placeIn(run: Run, expr: Expr): Place {
  return { source: run.scope.source, span: expr.span };
}

export function lineIn(run: Run, offset: number): number {
  return position(run.scope.source, offset).line;
}
