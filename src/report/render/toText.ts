import type { Block, Document, TreeNode } from "../document/document.ts";
import { textWidth, wrap } from "../lettering/textWidth.ts";
import { printable } from "./printable.ts";
import { shortened } from "./shortened.ts";
import { type Style, styleOf } from "./style.ts";
import { textChart } from "./textChart.ts";
import { textTable } from "./textTable.ts";

export interface TextOptions {
  /** Width of the terminal in columns; 100 by default. */
  readonly width?: number;
  readonly color?: boolean;
}

/** Document as text for a terminal, a log or a plain-text cell. Ends without a newline. */
export function toText(document: Document, options: TextOptions = {}): string {
  const width = Math.max(40, options.width ?? 100);
  const style = styleOf(options.color ?? false);
  const drawn = document.blocks.map((block) => (block.kind === "table" ? shortened(block) : block));
  const parts = printable(drawn).map((block) => ({
    tight: isLine(block),
    heads: block.kind === "heading",
    lines: blockLines(block, width, style),
  }));
  const lines: string[] = [];
  parts.forEach((part, at) => {
    const previous = parts[at - 1];
    // A blank line precedes a heading, unless it follows another heading.
    const joined = previous?.tight && part.tight && (previous.heads || !part.heads);
    if (previous !== undefined && !joined) lines.push("");
    lines.push(...part.lines);
  });
  return lines.join("\n");
}

function isLine(block: Block): boolean {
  return ["paragraph", "control", "verdict", "heading"].includes(block.kind);
}

function blockLines(block: Block, width: number, style: Style): readonly string[] {
  switch (block.kind) {
    case "heading":
      return [
        style.bold(block.text),
        ...(block.level === 1 ? [style.dim("═".repeat(Math.min(width, textWidth(block.text))))] : []),
      ];
    case "paragraph":
    case "control":
      return wrap(block.text, width);
    case "verdict": {
      const sign = { good: "✓", warning: "!", bad: "✗" }[block.tone];
      return wrap(`${sign} ${block.text}`, width).map((line) => style[block.tone](line));
    }
    case "file":
      return [style.dim(`── ${block.name} ──`), ...block.lines];
    case "table":
      return textTable(block, width, style);
    case "figure":
      return [
        style.bold(block.title),
        ...textChart(block.text, width, style),
        ...(block.caption === undefined ? [] : wrap(block.caption, width)),
      ];
    case "tree":
      return treeLines(block.root, style, "", "", TREE_LEVELS);
  }
}

/**
 * Number of levels below the root of a derivation that a terminal shows. A terminal cannot fold, and the
 * first levels say where the number comes from.
 */
const TREE_LEVELS = 4;

function treeLines(
  node: TreeNode,
  style: Style,
  first: string,
  rest: string,
  levels: number,
): readonly string[] {
  const children = levels === 0 ? [] : node.children;
  const more = children.length > 0 ? "│ " : "  ";
  const source = node.source === undefined ? "" : style.dim(`  [${node.source}]`);
  const hidden = node.children.length > children.length ? style.dim(" …") : "";
  if (node.formula === undefined || levels === 0)
    return [`${first}${node.text}${source}${hidden}`, ...below()];
  const lines = [`${first}${node.text}`, `${rest}${more}  = ${node.formula}`];
  if (node.substituted !== undefined && node.substituted !== node.formula) {
    lines.push(`${rest}${more}  = ${node.substituted}`);
  }
  if (source !== "") lines.push(`${rest}${more} ${source}`);
  return [...lines, ...below()];

  function below(): readonly string[] {
    return children.flatMap((child, at) => {
      const last = at === children.length - 1;
      return treeLines(
        child,
        style,
        `${rest}${last ? "└ " : "├ "}`,
        `${rest}${last ? "  " : "│ "}`,
        levels - 1,
      );
    });
  }
}
