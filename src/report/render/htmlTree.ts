import type { Tree, TreeNode } from "../document/document.ts";
import { htmlFormula } from "./htmlFormula.ts";
import { htmlWords } from "./htmlWords.ts";

/**
 * HTML of a derivation as a folding tree, with the first two levels open. Its formulas need no typesetting,
 * so the tree looks alike on every page.
 */
export function htmlTree(tree: Tree): string {
  return `<div class="dtp-tree" style="margin:0.5em 0 1em 0">${nodeHtml(tree.root, 0)}</div>`;
}

const OPEN_LEVELS = 2;
const INDENT = "margin:0.15em 0 0.15em 0.45em;padding-left:0.9em;border-left:1px solid rgba(128,128,128,.35)";

/** Pattern of a symbol before its meaning: `M_c: mean time between failures of the cluster = 3.093 h`. */
const SYMBOL = /^([A-Za-z]+(?:_\w+)?)(?=: )/;

function nodeHtml(node: TreeNode, level: number): string {
  const symbol = SYMBOL.exec(node.text)?.[0] ?? "";
  const line = `<span>${htmlFormula(symbol)}${htmlWords(node.text.slice(symbol.length))}</span>`;
  const detail = detailHtml(node);
  if (detail === "" && node.children.length === 0)
    return `<div style="margin:0.15em 0">${line}${sourceHtml(node, " ")}</div>`;
  const children = node.children.map((child) => nodeHtml(child, level + 1)).join("");
  const source = detail === "" ? sourceHtml(node, " ") : "";
  const open = level < OPEN_LEVELS ? " open" : "";
  return `<details${open} style="margin:0.15em 0"><summary style="cursor:pointer">${line}${source}</summary><div style="${INDENT}">${detail}${children}</div></details>`;
}

function detailHtml(node: TreeNode): string {
  if (node.formula === undefined) return "";
  const values =
    node.substituted === undefined || node.substituted === node.formula
      ? ""
      : `<div style="opacity:.8">= ${htmlFormula(node.substituted)}</div>`;
  return `<div>= ${htmlFormula(node.formula)}</div>${values}<div>${sourceHtml(node, "")}</div>`;
}

function sourceHtml(node: TreeNode, before: string): string {
  return node.source === undefined || node.source === ""
    ? ""
    : `${before}<small style="opacity:.65">${htmlWords(node.source)}</small>`;
}
