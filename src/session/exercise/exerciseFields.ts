import type { Exercise, Expr } from "../../dsl/ast/ast.ts";
import { diagnostic } from "../../dsl/diagnostics/index.ts";
import { describe, evaluate, type Value } from "../../dsl/evaluate/index.ts";
import { exerciseRow } from "../../dsl/schema/index.ts";
import { suggestUnit } from "../../units/index.ts";
import { placeIn, type Run } from "../verbs/run.ts";
import { fieldExprs } from "./fieldExprs.ts";
import { askedUnit } from "./readAnswer.ts";

/** Fields of an exercise, checked. `misconceptions` are pairs of an answer and its words, not evaluated yet. */
export interface ExerciseFields {
  readonly answer?: Expr;
  readonly unit?: string;
  readonly hints: readonly string[];
  readonly goals: readonly Expr[];
  readonly points: number;
  readonly seal?: string;
  readonly within: number;
  readonly misconceptions: readonly { readonly answer: Expr; readonly says: Expr }[];
  readonly says?: string;
}

/** Reads the fields of an exercise. Reports mistakes and returns null where there are any. */
export function exerciseFields(run: Run, { body }: Exercise): ExerciseFields | null {
  const { exprs, problems } = fieldExprs(run, body, exerciseRow);
  let broken = problems;
  const wrong = (expr: Expr, name: string, wanted: string, found: string): undefined => {
    run.report(diagnostic("wrong-type", { what: `\`${name}\``, wanted, found }, placeIn(run, expr)));
    broken = true;
  };
  const read = <T>(name: string, wanted: string, of: (value: Value) => T | undefined): T | undefined => {
    const expr = exprs.get(name);
    if (expr === undefined) return undefined;
    const value = evaluate(run.context, expr, run.scope, null);
    if (value.kind === "none") return undefined;
    if (value.kind === "poison") {
      run.reportAll(value);
      broken = true;
      return undefined;
    }
    const result = of(value);
    return result === undefined ? wrong(expr, name, wanted, describe(value)) : result;
  };
  const text = (value: Value) => (value.kind === "text" ? value.value : undefined);
  const number = (value: Value) =>
    value.kind === "quantity" && value.dimension.key === "1" && value.value >= 0 ? value.value : undefined;
  const hints = (value: Value) =>
    value.kind === "list" && value.items.every((one) => one.kind === "text")
      ? value.items.flatMap((one) => (one.kind === "text" ? [one.value] : []))
      : undefined;
  const unit = read("unit", "a unit in quotes", text);
  const unitExpr = exprs.get("unit");
  if (unit !== undefined && unitExpr && !askedUnit(unit)) {
    run.report(diagnostic("unknown-unit", { unit, suggestion: suggestUnit(unit) }, placeIn(run, unitExpr)));
    broken = true;
  }
  const seal = read("seal", "a text that `dtp seal` has written", text);
  const says = read("says", "a sentence in quotes", text);
  const answer = exprs.get("answer");
  const fields: ExerciseFields = {
    ...(answer === undefined ? {} : { answer }),
    ...(unit === undefined ? {} : { unit }),
    ...(seal === undefined ? {} : { seal }),
    ...(says === undefined ? {} : { says }),
    hints: read("hints", "a list of sentences in quotes", hints) ?? [],
    points: read("points", "a number", number) ?? 1,
    within: read("within", "a share such as 2%", number) ?? 0.01,
    goals: itemsOf("goals", "a list of conditions"),
    misconceptions: itemsOf("misconceptions", "a list of pairs, each an answer and its words").flatMap(
      (pair) => {
        const [wrongAnswer, words, more] = pair.kind === "list" ? pair.items : [];
        if (wrongAnswer && words && !more) return [{ answer: wrongAnswer, says: words }];
        wrong(pair, "misconceptions", "pairs, each an answer and its words in quotes", "this");
        return [];
      },
    ),
  };
  return broken ? null : fields;

  /** Items of a list that is written out. */
  function itemsOf(name: string, wanted: string): readonly Expr[] {
    const expr = exprs.get(name);
    if (expr === undefined || expr.kind === "none") return [];
    if (expr.kind === "list") return expr.items;
    wrong(expr, name, wanted, "this");
    return [];
  }
}
