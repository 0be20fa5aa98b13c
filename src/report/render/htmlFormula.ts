import { escapeHtml } from "../escaping/escape.ts";

/** Pattern of a formula's tokens. Numbers come first, so that the `e` of 1e-6 is not read as a letter. */
const PIECES = /(\d[\d.]*(?:e[+-]?\d+)?)|([A-Za-z][A-Za-z0-9]*(?:_\w+)?)(\s*\()?|(\s*\*\s*)|([^A-Za-z*\d]+)/g;

/** Greek letters by the names that formulas spell out. */
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
 * HTML of a formula that needs no typesetting: letters in italics, text after `_` as subscript, products with
 * a dot, functions upright, powers of ten raised.
 */
export function htmlFormula(formula: string): string {
  return formula.replace(PIECES, (piece, number?: string, name?: string, call?: string, times?: string) => {
    if (times !== undefined) return "\u2009·\u2009";
    if (number !== undefined) return numberHtml(number);
    if (name === undefined) return escapeHtml(piece);
    if (call !== undefined) return `${escapeHtml(name)}(`;
    const [letter = "", ...below] = name.split("_");
    const sub = below.length === 0 ? "" : `<sub>${escapeHtml(below.join("_"))}</sub>`;
    return `<i>${GREEK[letter] ?? escapeHtml(letter)}</i>${sub}`;
  });
}

/** HTML of a number: `9.895e14` as 9.895 · 10 with a raised 14. */
function numberHtml(number: string): string {
  const [digits = "", power] = number.split("e");
  return power === undefined
    ? digits
    : `${digits}\u2009·\u200910<sup>${power.replace("+", "").replace("-", "−")}</sup>`;
}
