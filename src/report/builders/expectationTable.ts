import { numberColumn } from "../column.ts";
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
  readonly unit: string;
  /** actual/expected - 1; null when it has no meaning */
  readonly relError: number | null;
  readonly within: string | null;
  readonly pass: boolean;
  readonly cite: string | null;
}

/** Expectations with their verdict: what was asked, both numbers, how far off, and the paper. */
export function expectationTable(checked: readonly CheckedExpectation[]): Document {
  const failed = checked.filter((one) => !one.pass).length;
  const verdict: Block = {
    kind: "verdict",
    tone: failed === 0 ? "good" : "bad",
    text:
      failed === 0
        ? `${checked.length === 1 ? "the expectation holds" : `all ${checked.length} expectations hold`}`
        : `${failed} of ${checked.length} expectations failed`,
  };
  const claimed = checked.some((one) => one.claim !== null);
  return documentOf(verdict, {
    kind: "table",
    columns: [
      { title: "", align: "left" },
      ...(claimed ? [{ title: "claim", align: "left" } as const] : []),
      { title: "expect", align: "left" },
      { title: "actual", align: "right" },
      { title: "expected", align: "right" },
      { title: "off by", align: "right" },
      { title: "within", align: "right" },
      { title: "cite", align: "left" },
    ],
    rows: checked.map((one) => [
      { text: one.pass ? "✓" : "✗", value: one.pass },
      ...(claimed ? [{ text: one.claim ?? "" }] : []),
      { text: one.text, value: one.text },
      number(one.actual, one.unit),
      number(one.expected, one.unit),
      offBy(one),
      { text: one.within ?? "", value: one.within ?? "" },
      { text: one.cite ?? "", value: one.cite ?? "" },
    ]),
  });
}

/** How far off a claimed value is. A bound such as `< 80 GiB` claims none: it is kept or broken, and no more. */
function offBy({ relError, within }: CheckedExpectation): Cell {
  if (within === null) return { text: "" };
  if (relError === null) return { text: "–" };
  return { text: `${relError > 0 ? "+" : ""}${percent(relError)}`, value: relError };
}

/** The numbers arrive already in their unit. */
function number(value: number | null, unit: string): { text: string; value?: number } {
  if (value === null) return { text: "–" };
  const digits = numberColumn([value], "1").cell(value).text;
  return {
    text: unit === "1" || unit === "" ? digits : unit === "%" ? `${digits}%` : `${digits} ${unit}`,
    value,
  };
}
