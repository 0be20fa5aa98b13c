import { withUnit } from "../../units/index.ts";
import { numberColumn } from "../column.ts";
import { countScale } from "../countScale.ts";
import type { Block, Cell, Document } from "../document.ts";
import { documentOf } from "../documentOf.ts";
import { percent } from "../number.ts";

/** What a session says of one `expect`; numbers in `unit`. */
export interface CheckedExpectation {
  readonly line: number;
  readonly text: string;
  /** the `##` comment above it: the claim in words */
  readonly claim: string | null;
  readonly actual: number | null;
  readonly expected: number | null;
  /** what a condition that is no comparison of numbers came to: `no` of `memory.fits == no` */
  readonly answer?: string;
  readonly unit: string;
  /** actual/expected - 1; null when it has no meaning */
  readonly relError: number | null;
  readonly within: string | null;
  readonly pass: boolean;
  /** where it carries a hint: while it fails it is an exercise to be solved */
  readonly exercise: Exercise | null;
  readonly cite: string | null;
}

/** What a learner is told; the right number is not. */
export interface Exercise {
  /** what the answer came to ("14 GB is too little"), empty where it is no number; null before there is one */
  readonly found: string | null;
  readonly hint: string;
}

/** Expectations with their verdict: what was asked, both numbers, how far off, and the paper. */
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
  if (found === null) return "an exercise: write your answer in place of none";
  return `not yet${found === "" ? "" : `: ${found}`}. Hint: ${hint}`;
}

interface ExpectationColumn {
  readonly title: string;
  readonly align: "left" | "right";
  /** Whether it has nothing to say of one; a column that has nothing to say of any is left out. */
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
  { title: "actual", align: "right", cell: ({ actual, unit, answer }) => number(actual, unit, answer) },
  { title: "expected", align: "right", cell: ({ expected, unit }) => number(expected, unit) },
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

/** How far off a claimed value is. A bound such as `< 80 GiB` claims none: it is kept or broken, and no more. */
function offBy({ relError, within }: CheckedExpectation): Cell {
  if (within === null) return { text: "" };
  if (relError === null) return { text: "–" };
  // What is within half of the last digit shown is no distance.
  if (Math.abs(relError) < 5e-5) return { text: "0%", value: relError };
  if (Math.abs(relError) < 1e-4) return { text: "<0.01%", value: relError };
  return { text: `${relError > 0 ? "+" : ""}${percent(relError)}`, value: relError };
}

/** The numbers arrive already in their unit; large counts are read in millions and more. */
function number(value: number | null, unit: string, word = "–"): Cell {
  if (value === null) return { text: word };
  const scale = countScale(Math.abs(value), unit);
  const shown = value / (scale?.factor ?? 1);
  const digits = numberColumn([shown], "1").cell(shown).text;
  return { text: withUnit(`${digits}${scale?.letter ?? ""}`, unit), value };
}
