import { escapeHtml } from "../escape.ts";

/** Numbers first, so that the `e` of 1e-6 is no letter. */
const PIECES = /(\d[\d.]*(?:e[+-]?\d+)?)|([A-Za-z][A-Za-z0-9]*(?:_\w+)?)(\s*\()?|(\s*\*\s*)|([^A-Za-z*\d]+)/g;

/** Letters that the formula book writes by their names. */
const GREEK: Readonly<Record<string, string>> = {
  ...{
    alpha: "α",
    beta: "β",
    gamma: "γ",
    delta: "δ",
    epsilon: "ε",
    zeta: "ζ",
    eta: "η",
    theta: "θ",
    kappa: "κ",
  },
  ...{
    lambda: "λ",
    mu: "μ",
    nu: "ν",
    xi: "ξ",
    pi: "π",
    rho: "ρ",
    sigma: "σ",
    tau: "τ",
    phi: "φ",
    chi: "χ",
    psi: "ψ",
  },
  ...{ omega: "ω", Gamma: "Γ", Delta: "Δ", Sigma: "Σ", Omega: "Ω" },
};

/**
 * A formula in the field's notation as HTML that reads well with nothing to typeset it: letters in italics, what follows
 * a `_` lowered, products with a dot, functions upright.
 */
export function htmlFormula(formula: string): string {
  return formula.replace(PIECES, (piece, number?: string, name?: string, call?: string, times?: string) => {
    if (times !== undefined) return "\u2009·\u2009";
    if (number !== undefined || name === undefined) return escapeHtml(piece);
    if (call !== undefined) return `${escapeHtml(name)}(`;
    const [letter = "", ...below] = name.split("_");
    const sub = below.length === 0 ? "" : `<sub>${escapeHtml(below.join("_"))}</sub>`;
    return `<i>${GREEK[letter] ?? escapeHtml(letter)}</i>${sub}`;
  });
}
