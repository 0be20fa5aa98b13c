import type { Block, Document, FileBlock, Table, TreeNode } from "../document/document.ts";
import { visible } from "../escaping/visible.ts";
import { shortened } from "./shortened.ts";

/**
 * Document as LaTeX. Tables have booktabs rules and captions above, and fit the page (`\usepackage{booktabs,
 * adjustbox}`, as nbconvert has them). Figures become a remark.
 */
export function toLatex(document: Document): string {
  return document.blocks
    .map(blockLatex)
    .filter((text) => text !== "")
    .join("\n\n");
}

function blockLatex(block: Block): string {
  switch (block.kind) {
    case "heading":
      return `\\${{ 1: "section", 2: "subsection", 3: "subsubsection" }[block.level]}*{${escapeLatex(block.text)}}`;
    case "paragraph":
    case "control":
      return escapeLatex(block.text);
    case "verdict":
      return `\\textbf{${escapeLatex(block.text)}}`;
    case "file":
      return fileLatex(block);
    case "table":
      return tableLatex(block);
    case "figure":
      return `% figure: ${block.title.replace(/\s+/g, " ")}`;
    case "tree":
      return treeLatex(block.root);
  }
}

/** LaTeX of a file block in a verbatim environment. A line that would end the environment is changed. */
function fileLatex({ name, lines }: FileBlock): string {
  const text = lines.join("\n").replaceAll("\\end{verbatim}", "\\end {verbatim}");
  return `\\par\\noindent\\textbf{${escapeLatex(name)}}\n\\begin{verbatim}\n${text}\n\\end{verbatim}`;
}

function tableLatex(whole: Table): string {
  const table = shortened(whole);
  const row = (cells: readonly string[]): string => `  ${cells.join(" & ")} \\\\`;
  const head = table.columns.map((column) => {
    const unit = column.unit === undefined ? "" : `(${escapeLatex(column.unit)})`;
    return [escapeLatex(column.title), unit].filter((text) => text !== "").join(" ");
  });
  const rows = table.rows.map((cells, at) => {
    const rule = table.total === true && at === table.rows.length - 1 && at > 0 ? "  \\midrule\n" : "";
    const texts = table.columns.map((_, index) => {
      const cell = cells[index];
      return `${"\\quad ".repeat(cell?.indent ?? 0)}${escapeLatex(cell?.text ?? "")}`;
    });
    return rule + row(texts);
  });
  const headed = head.some((text) => text !== "");
  const tabular = [
    `\\begin{tabular}{${table.columns.map((column) => (column.align === "right" ? "r" : "l")).join("")}}`,
    "  \\toprule",
    ...(headed ? [row(head), "  \\midrule"] : []),
    ...rows,
    "  \\bottomrule",
    "\\end{tabular}",
  ];
  const caption =
    table.caption === undefined
      ? []
      : [`{\\small ${escapeLatex(table.caption)}}\\par\\nopagebreak\\noindent`];
  return [
    "\\par\\noindent",
    ...caption,
    "\\begin{adjustbox}{max width=\\linewidth, max totalheight=0.9\\textheight}",
    ...tabular,
    "\\end{adjustbox}\\par",
  ].join("\n");
}

function treeLatex(node: TreeNode): string {
  const lines = ["\\begin{itemize}", ...itemLatex(node), "\\end{itemize}"];
  return lines.join("\n");
}

/** LaTeX of a derivation as nested lists. LaTeX nests at most four lists; deeper levels are left out. */
function itemLatex(node: TreeNode, level = 1): readonly string[] {
  const formula = node.latex === undefined ? "" : ` $= ${node.latex}$`;
  const source = node.source === undefined ? "" : ` (${escapeLatex(node.source)})`;
  const inner = node.children.flatMap((child) => itemLatex(child, level + 1));
  return [
    `\\item ${escapeLatex(node.text)}${formula}${source}`,
    ...(inner.length > 0 && level < 4 ? ["\\begin{itemize}", ...inner, "\\end{itemize}"] : []),
  ];
}

const SPECIAL: ReadonlyMap<string, string> = new Map([
  ["\\", "\\textbackslash{}"],
  ["{", "\\{"],
  ["}", "\\}"],
  ["$", "\\$"],
  ["&", "\\&"],
  ["#", "\\#"],
  ["%", "\\%"],
  ["_", "\\_"],
  ["^", "\\textasciicircum{}"],
  ["~", "\\textasciitilde{}"],
  ["<", "\\textless{}"],
  [">", "\\textgreater{}"],
  ["–", "--"],
  ["×", "$\\times$"],
  ["·", "$\\cdot$"],
  ["✓", "yes"],
  ["✗", "no"],
  ["∞", "$\\infty$"],
  ["≤", "$\\leq$"],
  ["≥", "$\\geq$"],
  ["→", "$\\to$"],
  ["µ", "$\\mu$"],
]);

/** Text with LaTeX's special characters escaped. */
export function escapeLatex(text: string): string {
  return visible(text).replace(
    /[\\{}$&#%_^~<>–×·✓✗∞≤≥→µ]/g,
    (character) => SPECIAL.get(character) ?? character,
  );
}
