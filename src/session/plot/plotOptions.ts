import type { Expr, RecordField } from "../../dsl/ast/ast.ts";
import { diagnostic, suggest } from "../../dsl/diagnostics/index.ts";
import { describe, evaluate, type Poison, poison, type Scope } from "../../dsl/evaluate/index.ts";
import { plotRow } from "../../dsl/schema/index.ts";
import type { FigureAxis, LinesOptions } from "../../report/index.ts";
import { placeIn, type Run } from "../verbs/run.ts";

/** An expression in a `plot`'s braces, and the scope in which to look up its names. */
export interface Asked {
  readonly expr: Expr;
  readonly scope: Scope;
}

/** Options of a `plot` whose value is one of a few words, which the schema (`plotRow`) lists. */
interface Words {
  readonly x_scale?: NonNullable<FigureAxis["scale"]>;
  readonly y_scale?: NonNullable<FigureAxis["scale"]>;
  readonly marks?: NonNullable<LinesOptions["marks"]> | Shape;
  readonly ideal?: NonNullable<LinesOptions["ideal"]> | "none";
}

/** Kinds of figures that `marks` chooses, besides lines, points and steps. */
export type Shape =
  | "parallel"
  | "tree"
  | "flows"
  | "load"
  | "shards"
  | "ring"
  | "matrices"
  | "dispatch"
  | "sequence";

/** Options in the braces after `plot`, parsed. */
export interface PlotOptions extends Words {
  readonly x?: Asked;
  readonly y?: Asked;
  readonly color?: Asked;
  readonly title?: string;
  /** Start of the part of a timeline that is drawn, in seconds. */
  readonly from?: number;
  /** End of the part of a timeline that is drawn, in seconds. */
  readonly until?: number;
  /** Offset of the plot in its text: guesses that were asked for before it are drawn. */
  readonly before?: number;
}

/**
 * Parses the options in a plot's braces by their schema. Expressions are not evaluated yet; words and texts are
 * checked.
 */
export function plotOptions(run: Run, fields: readonly RecordField[]): PlotOptions | Poison {
  const found: Record<string, Asked | string | number> = {};
  for (const field of fields) {
    const name = field.path.names.map((one) => one.name).join(".");
    const row = plotRow.fields.find((one) => one.name === name);
    if (!row) {
      const names = plotRow.fields.map((one) => one.name);
      const place = { source: run.scope.source, span: field.path.span };
      return poison(
        diagnostic("unknown-field", { kind: "plot", field: name, suggestion: suggest(name, names) }, place),
      );
    }
    if (row.accepts.any) {
      if (field.value.kind !== "none") found[name] = { expr: field.value, scope: run.scope };
      continue;
    }
    const value = evaluate(run.context, field.value, run.scope, row);
    if (value.kind === "poison") return value;
    const words = row.accepts.words?.map(({ word }) => word) ?? [];
    if (row.accepts.text && value.kind === "text") found[name] = value.value;
    else if (value.kind === "word") found[name] = value.word;
    else if (value.kind === "quantity" && row.accepts.numbers?.includes(value.dimension.key))
      found[name] = value.value;
    else if (value.kind !== "none" || !words.includes("none")) {
      const wanted = row.accepts.text
        ? "a text"
        : row.accepts.numbers
          ? `a number such as \`${row.example}\``
          : words.map((word) => `\`${word}\``).join(" or ");
      const params = { what: `\`${name}\``, wanted, found: describe(value) };
      return poison(diagnostic("wrong-type", params, placeIn(run, field.value)));
    }
  }
  return found;
}
