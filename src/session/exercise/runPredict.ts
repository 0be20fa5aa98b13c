import type { Predict } from "../../dsl/ast/ast.ts";
import { diagnostic } from "../../dsl/diagnostics/index.ts";
import { counted, describe, evaluate, type Value } from "../../dsl/evaluate/index.ts";
import { predictRow } from "../../dsl/schema/index.ts";
import { type Predicted, predictionDocument } from "../../report/index.ts";
import { print, printDimension } from "../../units/index.ts";
import { askedUnit as unitAsked } from "../text/askedUnit.ts";
import { textOfValue } from "../text/textOfValue.ts";
import { placeIn, type Run } from "../verbs/run.ts";
import { fieldExprs } from "./fieldExprs.ts";
import { readAnswer } from "./readAnswer.ts";
import { asIn, guessIn, nearest, noUnit, numberIn, unitOf } from "./readGuess.ts";
import { soften } from "./soften.ts";

/**
 * Runs a `predict` statement: without a guess it asks for one, and with a guess it shows guess, value and the factor between
 * them. A guess is never an error. Mistakes in `of`, which is the author's, are reported.
 */
export function runPredict(run: Run, statement: Predict): void {
  const { exprs, problems } = fieldExprs(run, statement.body, predictRow);
  const of = exprs.get("of");
  if (!of) {
    const params = {
      kind: "predict",
      name: statement.name.name,
      field: "of",
      example: predictRow.fields[0]?.example,
    };
    if (!problems)
      run.report(
        diagnostic("missing-field", params, { source: run.scope.source, span: statement.name.span }),
      );
    return;
  }
  const truth = counted(evaluate(run.context, of, run.scope, null));
  if (truth.kind === "poison") {
    run.reportAll(truth);
    return;
  }
  if (!["quantity", "word", "boolean", "text"].includes(truth.kind)) {
    const params = { what: "`of`", wanted: "a number or a word", found: describe(truth) };
    run.report(diagnostic("wrong-type", params, placeIn(run, of)));
    return;
  }
  if (problems) return;
  const { name } = statement.name;
  const guess = guessIn(run, name, run.scope);
  const predicted = { name, ...beside(run, guess, truth, unitAsked(of)) };
  run.output("expect", statement.span.start, predictionDocument(predicted), predicted);
}

/** A guess beside the value, where the guess can be compared with it. */
function beside(run: Run, guess: Value, truth: Value, as: string | undefined): Omit<Predicted, "name"> {
  const open = { guess: null, truth: null, factor: null, above: false };
  if (guess.kind === "poison") return { ...open, notes: soften(run, guess) };
  const unit = truth.kind === "quantity" ? unitOf(truth, as) : undefined;
  const read = readAnswer(guess, unit);
  if (read.kind === "open") return { ...open, notes: [] };
  if (read.kind === "unreadable") return { ...open, notes: [read.why] };
  const value = truth.kind === "quantity" ? numberIn(truth) : 0;
  const meant = nearest(read.meanings, value);
  if (truth.kind !== "quantity" || typeof meant?.answer !== "number") {
    if (truth.kind === "quantity") return { ...open, notes: [`\`${read.text}\` is not a number`] };
    return { guess: read.text, truth: textOfValue(truth), factor: null, above: false, notes: [] };
  }
  const { dimension } = truth;
  if (noUnit(truth, as, meant))
    return {
      ...open,
      notes: [`\`${read.text}\` has no unit, and the answer is ${printDimension(dimension)}`],
    };
  const ratio = meant.answer / value;
  const comparable = Number.isFinite(ratio) && ratio > 0;
  return {
    guess: print(asIn(meant.answer, truth)),
    truth: textOfValue(truth),
    factor: comparable ? Math.max(ratio, 1 / ratio) : null,
    above: ratio > 1,
    notes: [],
  };
}
