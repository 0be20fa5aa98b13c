import { type Expression, parseExpression } from "./notation/expression.ts";
import type { FormulaInfo } from "./notation/formulaInfo.ts";

/** LaTeX of a formula's right-hand side, such as `T = \frac{2 M N K}{P}`. */
export function latex(formula: Pick<FormulaInfo, "expression">): string {
  return print(parseExpression(formula.expression), 0);
}

/** LaTeX of one symbol: `d_head` becomes `d_{\mathrm{head}}`, `alpha` becomes `\alpha`. */
export function latexSymbol(name: string): string {
  const [base = "", ...rest] = name.split("_");
  const head = GREEK.has(base) ? `\\${base}` : base.length > 1 ? `\\mathrm{${base}}` : base;
  const sub = rest.join(",");
  return sub ? `${head}_{${/^\w$|^\d+$/.test(sub) ? sub : `\\mathrm{${sub}}`}}` : head;
}

const GREEK = new Set([
  "alpha",
  "beta",
  "gamma",
  "delta",
  "epsilon",
  "eta",
  "theta",
  "kappa",
  "lambda",
  "mu",
  "nu",
  "rho",
  "sigma",
  "tau",
  "phi",
  "omega",
]);

/**
 * Prints an expression as LaTeX, with parentheses where it binds more weakly than its context. `around` is the
 * binding strength of the context: 0 none, 1 sum, 2 product, 3 power.
 */
function print(e: Expression, around: 0 | 1 | 2 | 3): string {
  const group = (text: string, own: 1 | 2 | 3): string => (own < around ? `\\left(${text}\\right)` : text);
  switch (e.kind) {
    case "number":
      return e.text;
    case "symbol":
      return latexSymbol(e.name);
    case "negate":
      return group(`-${print(e.operand, 2)}`, 1);
    case "call":
      return call(e.name, e.args);
    case "binary":
      switch (e.op) {
        case "+":
          return group(`${print(e.left, 1)} + ${print(e.right, 1)}`, 1);
        case "-":
          return group(`${print(e.left, 1)} - ${print(e.right, 2)}`, 1);
        case "*":
          return group(`${print(e.left, 2)} ${joiner(e.right)}${print(e.right, 2)}`, 2);
        case "/":
          return `\\frac{${print(e.left, 0)}}{${print(e.right, 0)}}`;
        case "^":
          return `{${print(e.left, 3)}}^{${print(e.right, 0)}}`;
      }
  }
}

/**
 * Returns the LaTeX separator before the right factor of a product. A digit needs a dot: `2 \cdot 3`, but
 * `2 h`.
 */
function joiner(right: Expression): string {
  const tight = right.kind === "binary" && (right.op === "*" || right.op === "^");
  const first = tight ? right.left : right;
  return first.kind === "number" ? "\\cdot " : "\\, ";
}

function call(name: string, args: readonly Expression[]): string {
  const inner = args.map((arg) => print(arg, 0)).join(", ");
  switch (name) {
    case "ceil":
      return `\\left\\lceil ${inner} \\right\\rceil`;
    case "floor":
      return `\\left\\lfloor ${inner} \\right\\rfloor`;
    case "sqrt":
      return `\\sqrt{${inner}}`;
    case "exp":
      return `e^{${inner}}`;
    case "expm1":
      return `\\left(e^{${inner}} - 1\\right)`;
    case "log2":
      return `\\log_2\\left(${inner}\\right)`;
    default:
      return `\\${name}\\left(${inner}\\right)`;
  }
}
