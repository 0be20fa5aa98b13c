import {
  create,
  derivativeDependencies,
  type FunctionNode,
  type MathJsInstance,
  type MathNode,
  parseDependencies,
} from "mathjs";
import type { Formula } from "./notation/formula.ts";

/** Sensitivity of a formula's result to one of its symbols. */
export interface SymbolChange {
  readonly symbol: string;
  /**
   * Partial derivative, simplified, in the book's notation (mathjs syntax). null where it has no closed form
   * (`ceil`, `max`, `min`, `floor` of the symbol).
   */
  readonly derivative: string | null;
  /**
   * Relative change of the result ÷ relative change of the symbol, at the formula's example; null where
   * `derivative` is null.
   */
  readonly elasticity: number | null;
}

let mathjs: MathJsInstance | null = null;

/** Parts of mathjs that differentiate; its types declare each as possibly absent. */
const all = { ...parseDependencies, ...derivativeDependencies };

/**
 * Partial derivatives of a formula of the book by each symbol, by mathjs' rules of differentiation. Importing
 * this module loads mathjs, so import it only where derivatives are requested, never at start. Simplification
 * takes most of the time.
 */
export function symbolChanges(formula: Formula, simplify = true): readonly SymbolChange[] {
  mathjs ??= create(all) as MathJsInstance;
  const { parse, derivative } = mathjs;
  const written = parse(formula.expression);
  // Functions for which mathjs has no differentiation rule are rewritten.
  const root = written.transform((node) => {
    const same = REWRITTEN.get(nameOf(node));
    const [argument] = same === undefined ? [] : (node as FunctionNode).args;
    return same === undefined || !argument
      ? node
      : parse(same).transform((inner) => (inner.toString() === "_x" ? argument : inner));
  });
  return formula.symbolNames.map((symbol): SymbolChange => {
    const stepped = root.filter(
      (node) => STEPS.has(nameOf(node)) && node.filter((inner) => inner.toString() === symbol).length > 0,
    );
    if (stepped.length > 0) return { symbol, derivative: null, elasticity: null };
    const found = derivative(root, symbol, { simplify });
    const slope = Number(found.evaluate({ ...FUNCTIONS, ...formula.example }));
    const elasticity = (slope * (formula.example[symbol] ?? 0)) / formula.evaluate(formula.example);
    return {
      symbol,
      derivative: found.toString(),
      elasticity: Number.isFinite(elasticity) ? elasticity : null,
    };
  });
}

/** Name of the function of a call; empty for other nodes. */
const nameOf = (node: MathNode): string =>
  node.type === "FunctionNode" ? (node as FunctionNode).fn.toString() : "";

const REWRITTEN: ReadonlyMap<string, string> = new Map([
  ["log2", "log(_x, 2)"],
  ["expm1", "(exp(_x) - 1)"],
]);

/** The book's functions that can occur in a derivative. */
const FUNCTIONS = {
  min: Math.min,
  max: Math.max,
  ceil: Math.ceil,
  floor: Math.floor,
  log: (x: number, base = Math.E) => Math.log(x) / Math.log(base),
  log2: Math.log2,
  sqrt: Math.sqrt,
  exp: Math.exp,
  expm1: Math.expm1,
};

/** Functions with steps or kinks, whose derivative is not a formula. */
const STEPS: ReadonlySet<string> = new Set(["ceil", "floor", "min", "max"]);
