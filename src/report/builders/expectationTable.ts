import type { Block, Cell, Document } from "../document/document.ts";
import { documentOf } from "../document/documentOf.ts";
import { comparedNumbers } from "../numbers/comparedNumbers.ts";
import { percent } from "../numbers/number.ts";
import type { Judged } from "./exerciseVerdict.ts";

/** Result of one `expect` statement. Its numbers are in `unit`. */
export interface CheckedExpectation {
  readonly line: number;
  readonly text: string;
  /**
   * Text of the `##` comment above the expectation, which states the claim in words. null without a comment.
   */
  readonly claim: string | null;
  readonly actual: number | null;
  readonly expected: number | null;
  /** Actual value of a condition that compares no numbers: `no` for `memory.fits == no`. */
  readonly answer?: string;
  /** Expected value of a condition that compares no numbers: `yes` for `memory.fits == yes`. */
  readonly wanted?: string;
  readonly unit: string;
  /** Relative error: actual/expected - 1. null where there is none, as for words. */
  readonly relError: number | null;
  readonly within: string | null;
  readonly pass: boolean;
  /** Feedback for a learner where the expectation has a hint and fails. null otherwise. */
  readonly exercise: Exercise | null;
  /** Verdict on an `exercise` statement. Absent for an expectation. */
  readonly judged?: Judged;
  readonly cite: string | null;
}

/** Feedback for a learner on a wrong answer to an exercise. It does not reveal the right number. */
export interface Exercise {
  /**
   * Description of the wrong answer ("14 GB is too little"). Empty where the answer is no number; null before
   * the learner has given one.
   */
  readonly found: string | null;
  readonly hint: string;
}

/** Table of expectations: verdict, claim, actual and expected number, relative error and paper. */
export function expectationTable(checked: readonly CheckedExpectation[]): Document {
  const columns = COLUMNS.filter(({ isBlank }) => !checked.every((one) => isBlank?.(one)));
  return documentOf(...verdictsOf(checked), {
    kind: "table",
    columns: columns.map(({ title, align }) => ({ title, align })),
    rows: checked.map((one) => columns.map(({ cell }) => cell(one))),
  });
}

function verdictsOf(checked: readonly CheckedExpectation[]): readonly Block[] {
  const missed = checked.filter((one) => !one.pass);
  const open = missed.flatMap(({ exercise }) => exercise ?? []);
  const failed = missed.length - open.length;
  if (failed > 0)
    return [{ kind: "verdict", tone: "bad", text: `${failed} of ${checked.length} expectations failed` }];
  if (open.length > 0)
    return [...new Set(open.map(exerciseText))].map((text) => ({ kind: "verdict", tone: "warning", text }));
  const few = ["", "the expectation holds", "both expectations hold"];
  const text = few[checked.length] ?? `all ${checked.length} expectations hold`;
  return [{ kind: "verdict", tone: "good", text }];
}

function exerciseText({ found, hint }: Exercise): string {
  if (found === null) return "exercise not answered yet: write your answer in place of none in the cell";
  return `not yet${found === "" ? "" : `: ${found}`}. Hint: ${hint}`;
}

interface ExpectationColumn {
  readonly title: string;
  readonly align: "left" | "right";
  /**
   * True where this column's cell is empty for an expectation. A column with only empty cells is left out.
   */
  readonly isBlank?: (one: CheckedExpectation) => boolean;
  readonly cell: (one: CheckedExpectation) => Cell;
}

const COLUMNS: readonly ExpectationColumn[] = [
  {
    title: "",
    align: "left",
    cell: ({ pass, exercise }) => ({ text: pass ? "✓" : exercise ? "○" : "✗", value: pass }),
  },
  {
    title: "claim",
    align: "left",
    isBlank: ({ claim }) => claim === null,
    cell: ({ claim }) => ({ text: claim ?? "" }),
  },
  { title: "expect", align: "left", cell: ({ text }) => ({ text, value: text }) },
  { title: "actual", align: "right", cell: (one) => side(one, "actual", one.answer) },
  { title: "expected", align: "right", cell: (one) => side(one, "expected", one.wanted) },
  { title: "off by", align: "right", isBlank: ({ within }) => within === null, cell: (one) => offBy(one) },
  {
    title: "within",
    align: "right",
    isBlank: ({ within }) => within === null,
    cell: ({ within }) => ({ text: within ?? "", value: within ?? "" }),
  },
  {
    title: "cite",
    align: "left",
    isBlank: ({ cite }) => cite === null,
    cell: ({ cite }) => ({ text: cite ?? "", value: cite ?? "" }),
  },
];

/**
 * Cell with the relative error of a claimed value. Empty for a bound such as `< 80 GiB`, which only holds or
 * fails.
 */
function offBy({ relError, within }: CheckedExpectation): Cell {
  if (within === null) return { text: "" };
  if (relError === null) return { text: "–" };
  // An error within half of the last digit shown counts as none.
  if (Math.abs(relError) < 5e-5) return { text: "0%", value: relError };
  if (Math.abs(relError) < 1e-4) return { text: "<0.01%", value: relError };
  return { text: `${relError > 0 ? "+" : ""}${percent(relError)}`, value: relError };
}

/** Cell with the actual or the expected number as text; `word` where it is missing. */
function side(of: CheckedExpectation, name: "actual" | "expected", word = "–"): Cell {
  const value = of[name];
  return value === null ? { text: word } : { text: comparedNumbers(of)[name] ?? word, value };
}
