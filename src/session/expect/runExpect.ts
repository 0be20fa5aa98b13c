import type { BinaryExpr, Check, Expect, Expr, Within } from "../../dsl/ast/ast.ts";
import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.ts";
import { diagnostic } from "../../dsl/diagnostics/index.ts";
import {
  comparedSides,
  counted,
  DEFAULT_TOLERANCE,
  evaluate,
  isWithin,
  middleCutText,
  quantileOf,
  type Scope,
  textOf,
  type Value,
} from "../../dsl/evaluate/index.ts";
import { expectationTable } from "../../report/index.ts";
import {
  compare,
  convert,
  humanUnit,
  isMismatch,
  print,
  printDimension,
  type Quantity,
  withUnit,
} from "../../units/index.ts";
import { textOfValue } from "../text/textOfValue.ts";
import { lineIn, placeIn, type Run } from "../verbs/run.ts";
import type { Expectation } from "../world/runResult.ts";

/** Runs all checks of an `expect` statement. A failed check shows the values in its expression. */
export function runExpect(run: Run, statement: Expect): void {
  const done = statement.checks.map((check) => checkOne(run, statement, check));
  const shown = done.filter((one) => one !== null);
  if (shown.length === 0) return;
  run.output("expect", statement.span.start, expectationTable(shown), shown);
}

function checkOne(run: Run, statement: Expect, check: Check): Expectation | null {
  const within = check.within ?? statement.within;
  const cite = check.cite?.text ?? statement.cite?.text ?? null;
  const condition = unwrap(check.condition);
  const base: Expectation = {
    file: run.scope.source.name,
    line: lineIn(run, check.span.start),
    text: middleCutText(check.condition, run.scope),
    claim: check.doc ?? null,
    actual: null,
    expected: null,
    unit: "",
    relError: null,
    within: within ? withinText(run, within) : null,
    pass: false,
    exercise: check.hint ? { found: null, hint: check.hint.text } : null,
    cite,
  };
  const result =
    condition.kind === "binary" && isComparison(condition)
      ? comparisonCheck(run, condition, within, base, check)
      : truthCheck(run, condition, base, check);
  run.expectation(result);
  return result;
}

function unwrap(expr: Expr): Expr {
  return expr.kind === "paren" ? unwrap(expr.inner) : expr;
}

const COMPARISONS: ReadonlySet<string> = new Set(["~=", "==", "!=", "<", "<=", ">", ">="]);
function isComparison(expr: BinaryExpr): boolean {
  return COMPARISONS.has(expr.op);
}

function withinText(run: Run, within: Within): string {
  return run.scope.source.text.slice(within.value.span.start, within.value.span.end);
}

function truthCheck(run: Run, condition: Expr, base: Expectation, check: Check): Expectation {
  const value = evaluate(run.context, condition, run.scope, null);
  const answer = answerOf(run, condition);
  const answered = answer === null ? base : { ...base, answer };
  // An unsolved exercise does not show the right answer.
  const wanted = answer === null ? {} : { wanted: wantedOf(condition, run.scope) };
  const held = value.kind === "boolean" ? value.value : value.kind === "word" ? value.truth : undefined;
  if (value.kind === "poison") run.reportAll(value);
  else if (held === undefined)
    run.report(diagnostic("not-a-condition", { what: textOfValue(value) }, placeIn(run, condition)));
  else if (held) return { ...answered, ...wanted, pass: true };
  else if (base.exercise) return { ...answered, exercise: { ...base.exercise, found: "" } };
  else {
    const asked = textOf(askedOf(condition), run.scope);
    fail(
      run,
      check,
      base.cite,
      `${base.text} is false${answer === null ? "" : `: ${asked} is ${answer}`}`,
      [],
    );
    return { ...answered, ...wanted };
  }
  return answered;
}

/** Word that a check expects as the value: `no` for `memory.fits == no`, `yes` for a condition without a comparison. */
function wantedOf(condition: Expr, scope: Scope): string {
  if (condition.kind !== "binary") return "yes";
  const word = textOf(condition.right, scope);
  return condition.op === "!=" ? `not ${word}` : word;
}

const askedOf = (condition: Expr): Expr => (condition.kind === "binary" ? condition.left : condition);

/**
 * Value of a condition on a result with more words than yes and no (`memory.fits`, which may be `maybe`); null for
 * other conditions.
 */
function answerOf(run: Run, condition: Expr): string | null {
  const value = evaluate(run.context, askedOf(condition), run.scope, null);
  return value.kind === "word" && value.truth !== undefined ? value.word : null;
}

function comparisonCheck(
  run: Run,
  condition: BinaryExpr,
  within: Within | undefined,
  base: Expectation,
  check: Check,
): Expectation {
  // Compare words as the language does: `base.plan.recompute == full`.
  const sides = comparedSides(run.context, condition, run.scope);
  const left = medianOf(counted(sides[0]));
  const right = medianOf(counted(sides[1]));
  if (left.kind === "poison" || right.kind === "poison") {
    for (const side of new Set([left, right])) if (side.kind === "poison") run.reportAll(side);
    return base;
  }
  // An exercise without an answer does not fail. Errors on the expected side were reported above.
  if (base.exercise && left.kind === "none") return base;
  if (left.kind !== "quantity" || right.kind !== "quantity") return truthCheck(run, condition, base, check);
  const order = compare(left, right);
  if (isMismatch(order)) {
    const [a, b] = order.mismatch;
    const params = { operation: condition.op, left: printDimension(a), right: printDimension(b) };
    run.report(diagnostic("dimension-mismatch", params, placeIn(run, condition)));
    return base;
  }
  const tolerance = toleranceOf(run, within, condition, right);
  if (tolerance === null) return base;
  const largest = Math.max(Math.abs(left.value), Math.abs(right.value));
  const unit = right.unit ?? left.unit ?? humanUnit(largest, right.dimension) ?? "";
  const inUnit = (quantity: Quantity) =>
    unit === "" || unit === "1" ? quantity.value : convert(quantity, unit);
  const relError = right.value === 0 ? null : left.value / right.value - 1;
  const result: Expectation = {
    ...base,
    actual: inUnit(left),
    expected: inUnit(right),
    unit: unit === "1" ? "" : unit,
    relError,
    within: tolerance.text,
    pass: holds(condition.op, left.value, right.value, tolerance),
  };
  if (!result.pass) {
    const actual = print(left, right.unit);
    if (base.exercise) {
      const side = left.value < right.value ? "too little" : "too much";
      const mine = print(left, left.unit ?? right.unit);
      const word = condition.op === "~=" || condition.op === "==" ? `${mine} is ${side}` : mine;
      return { ...result, expected: null, relError: null, exercise: { ...base.exercise, found: word } };
    }
    const off =
      relError === null
        ? `off by ${print({ ...left, value: left.value - right.value })}`
        : `off by ${signed(relError)}`;
    const written = unwrap(condition.right).kind === "number";
    const shown = written ? off : `${print(right)}, ${off}`;
    fail(
      run,
      check,
      base.cite,
      `${base.text}: ${actual}, ${relError === null ? off : `${signed(relError)} from ${print(right)}`}`,
      [
        { span: condition.left.span, text: actual },
        { span: condition.right.span, text: shown },
      ],
      tolerance.assumed && condition.op === "~=" ? ["without `within`, the tolerance is 1%"] : [],
    );
  }
  return result;
}

/** An uncertain number as the median of its draws, on which an expectation is judged. Any other value unchanged. */
function medianOf(value: Value): Value {
  if (value.kind !== "quantity" || !value.draws) return value;
  const { draws, ...number } = value;
  return { ...number, value: quantileOf(draws, 0.5) };
}

interface Tolerance {
  readonly value: number;
  readonly relative: boolean;
  readonly text: string | null;
  readonly assumed: boolean;
}

/**
 * Tolerance of an `expect` check. `within 5%` is relative to the right-hand side, `within 0.2 s` is absolute; `~=`
 * alone takes 1%.
 */
function toleranceOf(
  run: Run,
  within: Within | undefined,
  condition: BinaryExpr,
  right: Quantity,
): Tolerance | null {
  if (!within) {
    return condition.op === "~="
      ? { value: DEFAULT_TOLERANCE, relative: true, text: "1%", assumed: true }
      : { value: 0, relative: true, text: null, assumed: false };
  }
  const value: Value = evaluate(run.context, within.value, run.scope, null);
  if (value.kind !== "quantity") return null;
  const text = withinText(run, within);
  if (value.dimension.key === "1" && (value.unit === "%" || right.dimension.key !== "1"))
    return { value: value.value, relative: true, text, assumed: false };
  const order = compare(value, right);
  if (!isMismatch(order)) return { value: value.value, relative: false, text, assumed: false };
  const [a, b] = order.mismatch;
  run.report(
    diagnostic(
      "wrong-unit",
      { what: "`within`", wanted: `a share such as 5%, or ${printDimension(b)}`, found: printDimension(a) },
      { source: run.scope.source, span: within.span },
    ),
  );
  return null;
}

/**
 * True where the comparison of an `expect` check holds. The tolerance of `within` is allowed, or else a rounding error
 * of 1e-12 relative.
 */
function holds(op: BinaryExpr["op"], left: number, right: number, tolerance: Tolerance): boolean {
  const near = isWithin(
    left,
    right,
    Math.max(tolerance.value, tolerance.relative ? 1e-12 : 0),
    tolerance.relative,
  );
  switch (op) {
    case "~=":
    case "==":
      return near;
    case "!=":
      return !near;
    case "<":
      return left < right;
    case "<=":
      return left <= right || near;
    case ">":
      return left > right;
    default:
      return left >= right || near;
  }
}

function signed(share: number): string {
  const percent = share * 100;
  const text =
    Math.abs(percent) >= 1000 ? percent.toPrecision(4) : percent.toFixed(Math.abs(percent) < 0.1 ? 4 : 1);
  return `${share > 0 ? "+" : ""}${withUnit(text, "%")}`;
}

function fail(
  run: Run,
  check: Check,
  cite: string | null,
  text: string,
  values: NonNullable<Diagnostic["values"]>,
  notes: readonly string[] = [],
): void {
  run.report(
    diagnostic(
      "expect-failed",
      { text, cite },
      { source: run.scope.source, span: check.span },
      { values, title: cite ?? text, notes },
    ),
  );
}
