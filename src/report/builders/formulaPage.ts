import type { FormulaInfo } from "../../engine/formulas/notation/formulaInfo.ts";
import type { Document } from "../document/document.ts";
import { plain } from "../numbers/number.ts";

/** Effect of one symbol on a formula's result, as the formula's page shows it. */
export interface FormulaChange {
  readonly symbol: string;
  /** Derivative of the result by the symbol in closed form. null where there is none. */
  readonly derivative: string | null;
  /**
   * Elasticity: change of the result in percent per percent of the symbol, at the page's example. null
   * without a derivative.
   */
  readonly elasticity: number | null;
}

/**
 * Documentation page of one formula: expression, symbols with the result's derivatives, source and worked
 * example.
 */
export function formulaPage(
  info: FormulaInfo,
  changes: readonly FormulaChange[],
  example: { readonly values: Readonly<Record<string, number>>; readonly gives: number },
): Document {
  const of = (symbol: string): FormulaChange | undefined => changes.find((one) => one.symbol === symbol);
  const rows = info.symbols.map(({ symbol, meaning, unit }) => {
    const change = of(symbol);
    return [
      symbol,
      meaning,
      unit,
      change?.derivative ?? "none in closed form",
      change?.elasticity === null || change === undefined
        ? ""
        : plain(Number(change.elasticity.toPrecision(3))),
      plain(example.values[symbol] ?? 0),
    ];
  });
  return {
    blocks: [
      { kind: "heading", level: 2, text: info.name },
      { kind: "paragraph", text: `${capital(info.result)} (${info.unit}) = ${info.expression}` },
      {
        kind: "table",
        columns: [
          { title: "symbol", align: "left" },
          { title: "meaning", align: "left" },
          { title: "unit", align: "left" },
          { title: "derivative of the result", align: "left" },
          { title: "% for 1% more", align: "right" },
          { title: "example", align: "right" },
        ],
        rows: rows.map((row) => row.map((text) => ({ text }))),
      },
      {
        kind: "paragraph",
        text: `The example's result is ${plain(example.gives)} ${info.unit}. "% for 1% more" is how much the result changes when that symbol grows by 1%.`,
      },
      {
        kind: "paragraph",
        text: `Source: ${info.source}.${info.assumes ? ` Assumes: ${info.assumes}.` : ""}`,
      },
    ],
  };
}

const capital = (text: string): string => `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}`;
