import {
  create,
  derivativeDependencies,
  type FunctionNode,
  type MathJsInstance,
  type MathNode,
  parseDependencies,
} from "mathjs";
import type { Formula } from "./notation/formula.ts";

/** How a formula's result changes with one of its symbols. */
export interface SymbolChange {
  readonly symbol: string;
  /**
   * The partial derivative, simplified, in the book's notation (mathjs syntax); null where there is none in closed form (`ceil`, `max`,
   * `min`, `floor` of the symbol).
   */
  readonly derivative: string | null;
  /** Per cent that the result changes by for one more per cent of the symbol, at the formula's example; null with the derivative. */
  readonly elasticity: number | null;
}

let mathjs: MathJsInstance | null = null;

/** Parts of mathjs that differentiate; its types call each of them possibly absent. */
const all = { ...parseDependencies, ...derivativeDependencies };

/**
 * The partial derivatives of a formula of the book, one a symbol, by mathjs' rules of differentiation. This module loads mathjs: import it
 * where somebody asks for derivatives, never at start. Simplifying takes most of the time.
 */
export function symbolChanges(formula: Formula, simplify = true): readonly SymbolChange[] {
  mathjs ??= create(all) as MathJsInstance;
  const { parse, derivative } = mathjs;
  const written = parse(formula.expression);
  // mathjs has no rule for these two.
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

/** A call's function; empty for other nodes. */
const nameOf = (node: MathNode): string =>
  node.type === "FunctionNode" ? (node as FunctionNode).fn.toString() : "";

const REWRITTEN: ReadonlyMap<string, string> = new Map([
  ["log2", "log(_x, 2)"],
  ["expm1", "(exp(_x) - 1)"],
]);

/** What stays of the book's functions in a derivative. */
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

/** Functions with steps or corners, whose derivative is no formula. */
const STEPS: ReadonlySet<string> = new Set(["ceil", "floor", "min", "max"]);
