import type { Basis, Uncertainty, Widening } from "../../uncertainty/index.ts";
import type { Block, Document, TreeNode } from "../document/document.ts";
import { documentOf } from "../document/documentOf.ts";
import { levelText, rangeText } from "../numbers/interval.ts";
import { printed } from "../numbers/number.ts";
import { type Fact, factsTable } from "./factsTable.ts";

/**
 * Report of an estimate's intervals, the measured runs behind them, and the features of the plan that no run
 * measured.
 */
export function uncertaintyTable(uncertainty: Uncertainty): Document {
  const facts = Object.values(uncertainty.bounds).map(
    (bounds): Fact => [
      bounds.label,
      {
        text: printed(bounds.value, bounds.unit, bounds.unit === "1" ? "%" : undefined),
        value: bounds.value,
      },
      rangeText(bounds),
    ],
  );
  return documentOf(
    ...outsideVerdict(uncertainty),
    factsTable(facts),
    ...basisLines(uncertainty, "in a column"),
  );
}

/** Warning on features of the plan that no measured run covers. Empty where all are covered. */
export function outsideVerdict({ time, memory }: Uncertainty): readonly Block[] {
  const found = [...(time?.outside ?? []), ...(memory?.outside ?? [])];
  return found.length === 0
    ? []
    : [{ kind: "verdict", tone: "warning", text: `outside the measured runs: ${found.join("; ")}` }];
}

/**
 * Lines on the measured runs behind the intervals: one line where time and memory rest on the same runs. `where` says how
 * the page above prints the intervals.
 */
export function basisLines(
  uncertainty: Uncertainty,
  where: "in parentheses" | "in a column",
): readonly Block[] {
  const { time, memory } = uncertainty;
  const ranges = where === "in parentheses" ? "ranges in parentheses" : "ranges";
  const line = (what: string, basis: Basis | null): readonly Block[] =>
    basis
      ? [{ kind: "paragraph", text: `${what}: ${levelText(uncertainty)} interval from ${basis.phrase}.` }]
      : [];
  return time?.phrase === memory?.phrase
    ? line(ranges.replace("r", "R"), time)
    : [...line(`Time ${ranges}`, time), ...line(`Memory ${ranges}`, memory)];
}

/** Derivation tree of one number's interval, for `explain`. null for a number without an interval. */
export function intervalTree(uncertainty: Uncertainty, path: string, as?: string): Block | null {
  const bounds = uncertainty.bounds[path];
  const basis = bounds && uncertainty[bounds.of];
  if (!bounds || !basis) return null;
  const unit = as ?? (bounds.unit === "1" ? "%" : undefined);
  const value = (number: number) => printed(number, bounds.unit, unit);
  const { ends, within, wider, factor, outside, phrase } = basis;
  const times = "exp(r)";
  const parts = [
    `half-width of the interval of r, from the errors of these runs: ${residual(within.halfWidth)}`,
    ...wider.map(wideningText),
    `this half-width is multiplied by ${factor.toFixed(2)}, so that intervals also hold for sources left out of the fit`,
  ];
  const children: TreeNode[] = [
    {
      text: `r = log(measured / predicted), ${rangeOf(ends)}, median ${residual(ends.median)}`,
      children: parts.map(leaf),
    },
    ...outside.map((one) => leaf(`outside the measured runs: ${one}`)),
  ];
  return {
    kind: "tree",
    root: {
      text: `${levelText(uncertainty)} interval: ${value(bounds.low)} to ${value(bounds.high)}`,
      formula: bounds.rate ? `${value(bounds.value)} / ${times}` : `${value(bounds.value)} * ${times}`,
      source: `from ${phrase}; see docs/uncertainty.md`,
      children,
    },
  };
}

const leaf = (text: string): TreeNode => ({ text, children: [] });
const residual = (number: number): string => (Math.abs(number) < 5e-5 ? "0" : number.toFixed(4));
const rangeOf = ({ low, high }: Basis["ends"]): string => `from ${residual(low)} to ${residual(high)}`;

/** Line of a derivation on one reason that widens an interval. */
const wideningText = ({ unknown, halfWidth, from }: Widening): string =>
  `further interval half-width ${residual(halfWidth)}, added in quadrature: ${unknown} (${from})`;
