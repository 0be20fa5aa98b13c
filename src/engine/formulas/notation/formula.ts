import { compile } from "./compile.ts";
import type { FormulaInfo } from "./formulaInfo.ts";
import type { SymbolInfo } from "./symbol.ts";

/** Formula as its author writes it in the formula book. See CONTRIBUTING.md for how to add one. */
export interface FormulaSpec<S extends string> {
  readonly name: string;
  /** Name of the result in words, as a noun phrase without article. */
  readonly result: string;
  /** Base unit of the result. */
  readonly unit: string;
  /** Right-hand side of the formula, in the part of mathjs' syntax that expression.ts supports. */
  readonly expression: string;
  readonly symbols: Readonly<Record<S, SymbolInfo>>;
  /** Source of the formula: paper and equation, data sheet, or "definition". */
  readonly source: string;
  readonly assumes?: string;
  /** Worked example in base units: arguments, and the result that they give. The tests check it. */
  readonly example: Readonly<Record<NoInfer<S>, number>> & { readonly gives: number };
}

export interface Formula<S extends string = string> extends Omit<FormulaSpec<S>, "assumes"> {
  readonly assumes: string;
  readonly symbolNames: readonly S[];
  evaluate(args: Readonly<Record<S, number>>): number;
}

/**
 * Makes a formula of the formula book. The expression is compiled on first use, and the compiled function
 * replaces `evaluate` from then on. Fields are listed one by one, because the engine reads a thousand formulas
 * an estimate, which is faster where all have the same layout in memory.
 */
export function formula<S extends string>(spec: FormulaSpec<S>): Formula<S> {
  const { name, result, unit, expression, symbols, source, assumes = "", example } = spec;
  const symbolNames = Object.keys(symbols) as S[];
  const made: Formula<S> = {
    ...{ name, result, unit, expression, symbols, source, assumes, example, symbolNames },
    evaluate(args) {
      made.evaluate = compile(expression);
      return made.evaluate(args);
    },
  };
  return made;
}

const infos = new WeakMap<object, FormulaInfo>();

/** Returns a formula as plain data for `explain` and the generated documents. */
export function formulaInfo<S extends string>(f: Formula<S>): FormulaInfo {
  const known = infos.get(f);
  if (known) return known;
  const symbols = f.symbolNames.map((symbol) => ({
    symbol,
    meaning: f.symbols[symbol].meaning,
    unit: f.symbols[symbol].unit,
  }));
  const { name, result, unit, expression, source, assumes } = f;
  const info: FormulaInfo = { name, result, unit, expression, symbols, source, assumes };
  infos.set(f, info);
  return info;
}
