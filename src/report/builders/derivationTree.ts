import type { Derivation } from "../../engine/core/derivation.ts";
import type { FormulaInfo } from "../../engine/formulas/notation/formulaInfo.ts";
import type { Origin } from "../../engine/scenario/scenario.ts";
import type { Tree, TreeNode } from "../document/document.ts";
import { printed, short } from "../numbers/number.ts";
import { distinctSymbols } from "./distinctSymbols.ts";

export interface DerivationOptions {
  /**
   * Function that gives the right-hand side of a formula in LaTeX, with its symbols. It comes from the
   * engine.
   */
  readonly latex?: (formula: FormulaInfo) => string;
  /** Unit in which the tree's root value is printed. */
  readonly unit?: string;
  /** Number of levels below the root that are written out. The default keeps the tree readable. */
  readonly depth?: number;
}

/**
 * Limit on the nodes of a tree. A step time has thousands, more than anyone opens. All branches of a larger
 * tree end at the same level.
 */
const MAX_NODES = 400;
const DEEPEST = 12;

/**
 * Derivation of a number as a tree: its formula, the substituted values and the source, then each input as a
 * subtree, down to the user's text or a data sheet. A repeated derivation is named but not expanded again.
 * Only the largest operand of a maximum is expanded. A symbol stands for one thing in all of a tree.
 */
export function derivationTree(derivation: Derivation, options: DerivationOptions = {}): Tree {
  const label = derivation.kind === "formula" ? derivation.formula.result : leafName(derivation);
  const same = identities();
  const nameOf = distinctSymbols();
  for (const { inputs } of breadthFirst(derivation, same))
    for (const input of inputs) nameOf(input.symbol, same(input.derivation));
  for (let depth = options.depth ?? DEEPEST; ; depth -= 1) {
    const walk: Walk = { seen: new Set(), same, nameOf, count: 0, options };
    const root = node(label, derivation, walk, depth, options.unit);
    if (options.depth !== undefined || walk.count <= MAX_NODES || depth === 1) return { kind: "tree", root };
  }
}

interface Walk {
  readonly seen: Set<number>;
  readonly same: (derivation: Derivation) => number;
  /** Name of a symbol in the tree, by the identity of what it stands for. */
  readonly nameOf: (symbol: string, thing: number) => string;
  count: number;
  readonly options: DerivationOptions;
}

function node(label: string, derivation: Derivation, walk: Walk, depth: number, as?: string): TreeNode {
  walk.count += 1;
  const text = `${label} = ${value(derivation, as)}`;
  switch (derivation.kind) {
    case "input":
      return { text, ...originOf(derivation.origin), children: [] };
    case "constant":
      return { text, source: derivation.source, children: [] };
    case "formula": {
      const { formula } = derivation;
      const identity = walk.same(derivation);
      if (walk.seen.has(identity)) return { text, source: "as above", children: [] };
      if (depth === 0) return { text, children: [] };
      walk.seen.add(identity);
      const written = isCollection(formula) ? formula : withSymbols(derivation, walk);
      const children = childrenOf(derivation, walk, depth - 1);
      if (isCollection(formula)) return { text: `${text}, the ${formula.name} of`, children };
      // A simulation has no expression: its source says which random runs it comes from.
      if (formula.name === "simulation") return { text, source: formula.source, children };
      const { latex } = walk.options;
      return {
        text,
        formula: written.expression,
        substituted: substituted(formula, derivation.inputs),
        ...(latex === undefined ? {} : { latex: latex(written) }),
        source: formula.assumes === "" ? formula.source : `${formula.source}; ${formula.assumes}`,
        children,
      };
    }
  }
}

/**
 * Function that numbers derivations: two with equal formulas and equal inputs at every level get the same
 * number. The engine computes a layer's FLOPs for every stage, and a reader needs to read them once.
 */
function identities(): (derivation: Derivation) => number {
  const known = new Map<Derivation, number>();
  const byText = new Map<string, number>();
  const text = (derivation: Derivation): string => {
    switch (derivation.kind) {
      case "input":
        return `input ${derivation.path} ${derivation.value}`;
      case "constant":
        return `constant ${derivation.name} ${derivation.value} ${derivation.source}`;
      case "formula": {
        const inputs = derivation.inputs.map((input) => `${input.symbol}:${identity(input.derivation)}`);
        return `formula ${derivation.formula.name} ${derivation.formula.expression} ${inputs.join(" ")}`;
      }
    }
  };
  function identity(derivation: Derivation): number {
    const found = known.get(derivation);
    if (found !== undefined) return found;
    const key = text(derivation);
    const own = byText.get(key) ?? byText.size;
    byText.set(key, own);
    known.set(derivation, own);
    return own;
  }
  return identity;
}

/**
 * True for formulas that only sum their inputs or take the largest. They are written in words, not as x_1 +
 * x_2.
 */
function isCollection(formula: FormulaInfo): boolean {
  return formula.name === "sum" || formula.name === "max";
}

type FormulaDerivation = Extract<Derivation, { readonly kind: "formula" }>;

function childrenOf(derivation: FormulaDerivation, walk: Walk, depth: number): readonly TreeNode[] {
  const { formula, inputs } = derivation;
  const meanings = new Map(formula.symbols.map((one) => [one.symbol, one.meaning]));
  return inputs
    .filter((input) => formula.name !== "sum" || input.derivation.value !== 0)
    .map((input) => {
      const meaning = meanings.get(input.symbol) ?? input.symbol;
      const path = input.derivation.kind === "input" ? ` (${input.derivation.path})` : "";
      const label = isCollection(formula) ? meaning : `${symbolOf(input, walk)}: ${meaning}${path}`;
      const repeated = repeatedSteps(derivation, input.symbol, walk);
      if (repeated !== null) {
        walk.count += 1;
        return {
          text: `${label} = ${value(input.derivation)}`,
          source: `by the same formula, applied ${repeated.steps === 1 ? "once" : `${repeated.steps} times`} before`,
          children: [node("start", repeated.start, walk, depth)],
        };
      }
      const loser = formula.name === "max" && input.derivation.value < derivation.value;
      return loser
        ? { text: `${label} = ${value(input.derivation)}`, children: [] }
        : node(label, input.derivation, walk, depth);
    });
}

/**
 * Steps of an iteration, such as Newton's method, that lead to an operand: applications of the same formula, with all other operands
 * the same. Its tree shows the first value in their place. null for an operand that is none.
 */
function repeatedSteps(
  derivation: FormulaDerivation,
  symbol: string,
  { same }: Walk,
): { readonly start: Derivation; readonly steps: number } | null {
  const others = ({ inputs }: FormulaDerivation) =>
    inputs.filter((one) => one.symbol !== symbol).map((one) => same(one.derivation));
  const wanted = others(derivation).join();
  const operand = (of: FormulaDerivation) => of.inputs.find((one) => one.symbol === symbol)?.derivation;
  let steps = 0;
  let start = operand(derivation);
  while (
    start?.kind === "formula" &&
    !isCollection(start.formula) &&
    start.formula.name === derivation.formula.name &&
    others(start).join() === wanted
  ) {
    steps += 1;
    start = operand(start);
  }
  return steps === 0 || start === undefined ? null : { start, steps };
}

/**
 * Formulas of a tree level by level, each once, without sums and maxima. In this order symbols get their names: the letter
 * itself and low indices stand where a reader looks first.
 */
function breadthFirst(root: Derivation, same: Walk["same"]): readonly FormulaDerivation[] {
  const found: FormulaDerivation[] = [];
  const seen = new Set<number>();
  let level: readonly Derivation[] = [root];
  while (level.length > 0) {
    const formulas = level.filter((one) => one.kind === "formula" && !seen.has(same(one)));
    const once = new Map(formulas.map((one) => [same(one), one as FormulaDerivation]));
    for (const identity of once.keys()) seen.add(identity);
    found.push(...[...once.values()].filter(({ formula }) => !isCollection(formula)));
    level = [...once.values()].flatMap(({ inputs }) => inputs.map((input) => input.derivation));
  }
  return found;
}

type Operand = FormulaDerivation["inputs"][number];

/** Symbol of an operand under its name in the tree. */
const symbolOf = ({ symbol, derivation }: Operand, { same, nameOf }: Walk): string =>
  nameOf(symbol, same(derivation));

/** Formula with its symbols under their names in the tree. */
function withSymbols({ formula, inputs }: FormulaDerivation, walk: Walk): FormulaInfo {
  const names = new Map(inputs.map((input) => [input.symbol, symbolOf(input, walk)]));
  return { ...formula, expression: replaced(formula.expression, names) };
}

/** Formula's expression with each symbol replaced by its value in base units. */
function substituted(formula: FormulaInfo, inputs: FormulaDerivation["inputs"]): string {
  const values = new Map(inputs.map((input) => [input.symbol, compact(input.derivation.value)]));
  return replaced(formula.expression, values);
}

function replaced(expression: string, texts: ReadonlyMap<string, string>): string {
  return expression.replace(/[A-Za-z_][A-Za-z0-9_]*/g, (name) => texts.get(name) ?? name);
}

/**
 * Text of a number in an expression, without separators. Whole numbers below a million have all digits, so that a reader
 * recognises a width or a vocabulary; others have five, and large ones a power of ten: `9.895e14`.
 */
function compact(number: number): string {
  const whole = Number.isInteger(number) && Math.abs(number) < LARGE;
  const rounded = whole ? number : Number(number.toPrecision(5));
  return Math.abs(rounded) >= LARGE ? rounded.toExponential().replace("e+", "e") : `${rounded}`;
}
/** Size from which a number in an expression has a power of ten. */
const LARGE = 1e6;

function value(derivation: Derivation, as?: string): string {
  const unit = derivation.kind === "formula" ? derivation.formula.unit : derivation.unit;
  return unit === "1" && as === undefined ? short(derivation.value) : printed(derivation.value, unit, as);
}

function leafName(derivation: Exclude<Derivation, FormulaDerivation>): string {
  return derivation.kind === "input" ? derivation.path : derivation.name;
}

/**
 * Source of a value in a derivation: `plan.dtp:4, "fill"`; `default: 4 * d_model`; a citation where there is
 * one.
 */
function originOf(origin: Origin | undefined): { readonly source?: string } {
  if (origin === undefined) return {};
  const place =
    origin.file === undefined ? "" : `${origin.file}${origin.line === undefined ? "" : `:${origin.line}`}`;
  const text = origin.text === undefined ? "" : ` ${origin.text}`;
  const how =
    origin.kind === "given"
      ? `given${text}`
      : origin.kind === "default"
        ? `default${text}`
        : `computed${text}`;
  return { source: [how, place, origin.cite ?? ""].filter((part) => part !== "").join(", ") };
}
