import type { Predict } from "../../dsl/ast/ast.ts";
import { diagnostic } from "../../dsl/diagnostics/index.ts";
import { counted, describe, evaluate, quantileOf, type Value } from "../../dsl/evaluate/index.ts";
import { predictRow } from "../../dsl/schema/index.ts";
import { type Predicted, predictionDocument } from "../../report/index.ts";
import { humanUnit, print, printDimension, type Quantity } from "../../units/index.ts";
import { askedUnit as unitAsked } from "../text/askedUnit.ts";
import { textOfValue } from "../text/textOfValue.ts";
import { placeIn, type Run } from "../verbs/run.ts";
import { fieldExprs } from "./fieldExprs.ts";
import { askedUnit, type ReadAnswer, readAnswer } from "./readAnswer.ts";
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
  const guess: Value = exprs.has("guess")
    ? (run.scope.find(run.context, name) ?? { kind: "none" })
    : { kind: "none" };
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
  const value = truth.kind !== "quantity" ? 0 : truth.draws ? quantileOf(truth.draws, 0.5) : truth.value;
  const meant = nearest(read.meanings, value);
  if (truth.kind !== "quantity" || typeof meant?.answer !== "number") {
    if (truth.kind === "quantity") return { ...open, notes: [`\`${read.text}\` is not a number`] };
    return { guess: read.text, truth: textOfValue(truth), factor: null, above: false, notes: [] };
  }
  const { dimension } = truth;
  if (as === undefined && unit !== undefined && meant.note !== null)
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

type Meanings = Extract<ReadAnswer, { readonly kind: "read" }>["meanings"];

/** The meaning of a guess that is nearest by factor: 40 for 68% is meant as 40%. */
function nearest(meanings: Meanings, value: number): Meanings[number] | undefined {
  const off = ({ answer }: Meanings[number]) => {
    const ratio = typeof answer === "number" ? answer / value : 0;
    return ratio > 0 ? Math.abs(Math.log(ratio)) : Number.POSITIVE_INFINITY;
  };
  return meanings.reduce<Meanings[number] | undefined>(
    (best, one) => (best === undefined || off(one) < off(best) ? one : best),
    undefined,
  );
}

/** Unit in which a guess without one is read; undefined for a plain number and for a count. */
function unitOf({ dimension, value }: Quantity, as: string | undefined): string | undefined {
  if (as !== undefined && askedUnit(as)) return as;
  return humanUnit(value, dimension) ?? undefined;
}

const asIn = (value: number, { dimension, unit }: Quantity): Quantity =>
  unit === undefined ? { kind: "quantity", dimension, value } : { kind: "quantity", dimension, value, unit };
