import {
  create,
  derivativeDependencies,
  type FunctionNode,
  type MathJsInstance,
  type MathNode,
  parseDependencies,
} from "mathjs";
import type { Formula } from "./notation/formula.ts";

/** Sensitivity of a formula's result to one of its symbols: partial derivative and elasticity. */
export interface SymbolChange {
  readonly symbol: string;
  /**
   * Partial derivative of the result by the symbol, in the formula book's notation (mathjs syntax). null where
   * it has no closed form (`ceil`, `max`, `min`, `floor` of the symbol).
   */
  readonly derivative: string | null;
  /**
   * Relative change of the result ÷ relative change of the symbol, at the formula's example; null where
   * `derivative` is null.
   */
  readonly elasticity: number | null;
}

let mathjs: MathJsInstance | null = null;

/** Parts of mathjs that parse and differentiate expressions. */
const all = { ...parseDependencies, ...derivativeDependencies };

/**
 * Computes the partial derivatives of a formula by each of its symbols, with mathjs. Importing this module
 * loads mathjs, so import it only where derivatives are requested, never at start-up. Simplification takes most
 * of the time.
 */
export function symbolChanges(formula: Formula, simplify = true): readonly SymbolChange[] {
  mathjs ??= create(all) as MathJsInstance;
  const { parse, derivative } = mathjs;
  const written = parse(formula.expression);
  // mathjs has no differentiation rule for some functions, so they are rewritten.
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

/** Name of the function that a node calls; empty for nodes other than calls. */
const nameOf = (node: MathNode): string =>
  node.type === "FunctionNode" ? (node as FunctionNode).fn.toString() : "";

const REWRITTEN: ReadonlyMap<string, string> = new Map([
  ["log2", "log(_x, 2)"],
  ["expm1", "(exp(_x) - 1)"],
]);

/** Implementations of the formula book's functions that can occur in a derivative. */
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

/** Names of functions with steps or kinks, whose derivative has no closed form. */
const STEPS: ReadonlySet<string> = new Set(["ceil", "floor", "min", "max"]);
