import type { Expr } from "../../dsl/ast/ast.ts";
import { counted, evaluate, type Scope } from "../../dsl/evaluate/index.ts";
import { type Dimension, print } from "../../units/index.ts";
import { askedUnit as unitAsked } from "../text/askedUnit.ts";
import type { Run } from "../verbs/run.ts";
import { readAnswer } from "./readAnswer.ts";
import { asIn, guessIn, nearest, noUnit, numberIn, unitOf } from "./readGuess.ts";

/** Guess that can be drawn among numbers: what it is a guess of, and how large it is. */
export interface MadeGuess {
  readonly of: Expr;
  readonly scope: Scope;
  /** The guess in base units of `dimension`. */
  readonly value: number;
  readonly dimension: Dimension;
  /** The guess as text: `40%`. */
  readonly text: string;
}

/** Numbers that a reader has guessed in `predict` statements before the statement at `before` in the run's text. */
export function guessesBefore(run: Run, before: number): readonly MadeGuess[] {
  return run.predictions().flatMap(({ statement, scope }) => {
    const later = scope.source === run.scope.source && statement.span.start > before;
    const of = statement.body.fields.find(
      ({ path }) => path.names.map(({ name }) => name).join(".") === "of",
    )?.value;
    const guess = later || !of ? null : guessIn(run, statement.name.name, scope);
    if (!of || !guess || guess.kind === "none" || guess.kind === "poison") return [];
    const truth = counted(evaluate(run.context, of, scope, null));
    if (truth.kind !== "quantity") return [];
    const as = unitAsked(of);
    const read = readAnswer(guess, unitOf(truth, as));
    const meant = read.kind === "read" ? nearest(read.meanings, numberIn(truth)) : undefined;
    if (typeof meant?.answer !== "number" || noUnit(truth, as, meant)) return [];
    const { answer: value } = meant;
    return [{ of, scope, value, dimension: truth.dimension, text: print(asIn(value, truth)) }];
  });
}
