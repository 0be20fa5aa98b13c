import type { Expr, RecordField } from "../../dsl/ast.ts";
import { diagnostic, suggest } from "../../dsl/diagnostics/index.ts";
import { describe, evaluate, type Poison, poison, type Scope } from "../../dsl/evaluate/index.ts";
import { plotRow } from "../../dsl/schema/index.ts";
import type { FigureAxis, LinesOptions } from "../../report/index.ts";
import { placeIn, type Run } from "../verbs/run.ts";

/** An expression of a `plot`'s braces, with where its names are looked up. */
export interface Asked {
  readonly expr: Expr;
  readonly scope: Scope;
}

/** The fields of `plotRow` that take words; each row lists the words there are. */
interface Words {
  readonly x_scale?: NonNullable<FigureAxis["scale"]>;
  readonly y_scale?: NonNullable<FigureAxis["scale"]>;
  readonly marks?: NonNullable<LinesOptions["marks"]> | Shape;
  readonly ideal?: NonNullable<LinesOptions["ideal"]> | "none";
}

/** Shapes of figures beyond lines, points and steps. */
export type Shape = "parallel" | "tree" | "flows";

/** What the braces after `plot` say. */
export interface PlotOptions extends Words {
  readonly x?: Asked;
  readonly y?: Asked;
  readonly color?: Asked;
  readonly title?: string;
  /** Of a timeline: the part that is drawn, s. */
  readonly from?: number;
  readonly until?: number;
}

/** Reads the braces by their schema row: expressions stay as they are, words and texts are checked. */
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
