import { escapeHtml } from "../escape.ts";

/** Numbers first, so that the `e` of 1e-6 is no letter. */
const PIECES = /(\d[\d.]*(?:e[+-]?\d+)?)|([A-Za-z][A-Za-z0-9]*(?:_\w+)?)(\s*\()?|(\s*\*\s*)|([^A-Za-z*\d]+)/g;

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
    return `<i>${escapeHtml(letter)}</i>${sub}`;
  });
}
