import type { Exercise, Expr } from "../../dsl/ast/ast.ts";
import { diagnostic } from "../../dsl/diagnostics/index.ts";
import { evaluate, middleCutText, type Poison, type Value } from "../../dsl/evaluate/index.ts";
import { exerciseVerdict, type Judged } from "../../report/index.ts";
import { textOfValue } from "../text/textOfValue.ts";
import { lineIn, placeIn, type Run } from "../verbs/run.ts";
import { type ExerciseFields, exerciseFields } from "./exerciseFields.ts";
import { readAnswer } from "./readAnswer.ts";
import { openSeal, readSeal, type Sealable, type ToSeal } from "./seal.ts";
import { soften } from "./soften.ts";

/** Data of an exercise in a teacher's key, from which a seal is made. Only an exercise without a seal has them. */
export interface KeyData {
  readonly kind: "key";
  readonly name: string;
  readonly toSeal: ToSeal;
}

/**
 * Runs an exercise: judges its answer and says what comes of it. An answer that is missing, wrong or unreadable is no
 * error, so that a notebook runs to its end.
 */
export function runExercise(run: Run, statement: Exercise): void {
  const fields = exerciseFields(run, statement);
  if (fields === null) return;
  const { name } = statement.name;
  const judged = judge(run, name, statement, fields);
  if (judged === null) return;
  const { result, key } = judged;
  run.expectation({
    ...{ file: run.scope.source.name, line: lineIn(run, statement.span.start), text: `exercise ${name}` },
    ...{ claim: statement.doc ?? null, actual: null, expected: null, unit: "", relError: null, within: null },
    ...{ pass: result.state === "right", cite: null },
    ...(result.answer === null ? {} : { answer: result.answer }),
    exercise: { found: result.state === "open" ? null : (result.answer ?? ""), hint: fields.hints[0] ?? "" },
    judged: result,
  });
  run.output("expect", statement.span.start, exerciseVerdict(result), key ?? result);
}

interface Outcome {
  readonly result: Judged;
  readonly key?: KeyData;
}

function judge(run: Run, name: string, statement: Exercise, fields: ExerciseFields): Outcome | null {
  const base = { name, points: fields.points, hints: fields.hints, mistake: null, answer: null };
  const { answer } = fields;
  const value: Value = answer ? (run.scope.find(run.context, name) ?? { kind: "none" }) : { kind: "none" };
  const unreadable = (notes: readonly string[]): Outcome => ({
    result: { ...base, state: "unreadable", score: 0, notes },
  });
  if (value.kind === "none" && !(fields.goals.length === 0 && fields.seal === undefined))
    return { result: { ...base, state: "open", score: 0, notes: [] } };
  if (value.kind === "poison") return unreadable(soften(run, value));
  if (fields.goals.length > 0) return byGoals(run, fields.goals, value, base, unreadable);
  const read = readAnswer(value, fields.unit);
  if (read.kind === "unreadable") return unreadable([read.why]);
  if (fields.seal === undefined) {
    const toSeal = read.kind === "read" ? keyOf(run, name, fields, read.meanings[0]?.answer) : null;
    const notes = ["it has no seal, so no answer can be judged: `dtp seal` writes it"];
    const result: Judged = { ...base, state: "open", score: 0, notes };
    return toSeal ? { result, key: { kind: "key", name, toSeal } } : { result };
  }
  const seal = readSeal(fields.seal);
  if (seal === null) {
    run.report(diagnostic("broken-seal", { name }, { source: run.scope.source, span: statement.name.span }));
    return null;
  }
  if (read.kind === "open") return { result: { ...base, state: "open", score: 0, notes: [] } };
  const tried = read.meanings.map(({ answer: meant, note }) => ({
    note,
    verdict: openSeal(seal, name, meant),
  }));
  const known =
    tried.find(({ verdict }) => verdict?.right) ?? tried.find(({ verdict }) => verdict) ?? tried[0];
  const notes = known?.note ? [known.note] : [];
  const about = { ...base, answer: read.text };
  if (known?.verdict?.right) {
    const { says } = known.verdict;
    return { result: { ...about, state: "right", score: 1, notes: says === "" ? notes : [...notes, says] } };
  }
  return { result: { ...about, state: "wrong", score: 0, notes, mistake: known?.verdict?.says ?? null } };
}

/** Judges an answer by the conditions that it has to meet. Its score is the share of those that hold. */
function byGoals(
  run: Run,
  goals: readonly Expr[],
  value: Value,
  base: Omit<Judged, "state" | "score" | "notes">,
  unreadable: (notes: readonly string[]) => Outcome,
): Outcome {
  const met = goals.map((goal) => evaluate(run.context, goal, run.scope, null));
  const broken = met.find((one): one is Poison => one.kind === "poison");
  if (broken) return unreadable(soften(run, broken));
  const held = met.map((one) =>
    one.kind === "boolean" ? one.value : one.kind === "word" ? one.truth === true : false,
  );
  const notes = goals.map((goal, at) => `${held[at] ? "met" : "missed"}: ${middleCutText(goal, run.scope)}`);
  const score = held.filter(Boolean).length / goals.length;
  const state = score === 1 ? "right" : "wrong";
  return { result: { ...base, answer: textOfValue(value), state, score, notes } };
}

/** Right answer and known mistakes of an exercise in a key. Mistakes in them are reported, and give null. */
function keyOf(
  run: Run,
  name: string,
  { unit, within, misconceptions, says }: ExerciseFields,
  right: Sealable | undefined,
): ToSeal | null {
  if (right === undefined) return null;
  const mistakes: { answer: Sealable; says: string }[] = [];
  for (const one of misconceptions) {
    const [answer, words] = [one.answer, one.says].map((expr) =>
      evaluate(run.context, expr, run.scope, null),
    );
    for (const value of [answer, words]) if (value?.kind === "poison") run.reportAll(value);
    const read = answer && answer.kind !== "poison" ? readAnswer(answer, unit) : null;
    const meant = read?.kind === "read" ? read.meanings[0]?.answer : undefined;
    if (meant === undefined || words?.kind !== "text") {
      if (answer?.kind === "poison" || words?.kind === "poison") return null;
      const found = read?.kind === "unreadable" ? read.why : "this";
      const params = { what: "`misconceptions`", wanted: "an answer and its words", found };
      run.report(diagnostic("wrong-type", params, placeIn(run, one.answer)));
      return null;
    }
    mistakes.push({ answer: meant, says: words.value });
  }
  return { name, tolerance: within, right: { answer: right, says: says ?? "" }, mistakes };
}
