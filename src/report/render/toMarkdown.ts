import type { Block, Document, FileBlock, Table, TreeNode } from "../document/document.ts";
import { codeSpans } from "../escaping/codeSpans.ts";
import { visible } from "../escaping/visible.ts";
import { shortened } from "./shortened.ts";
import { styleOf } from "./style.ts";
import { textChart } from "./textChart.ts";

/** Document as GitHub-flavoured Markdown: pipe tables, `$…$` formulas, figures as fenced text charts. */
export function toMarkdown(document: Document): string {
  return document.blocks.map(blockMarkdown).join("\n\n");
}

function blockMarkdown(block: Block): string {
  switch (block.kind) {
    case "heading":
      return `${"#".repeat(block.level + 1)} ${escapeMarkdown(block.text)}`;
    case "paragraph":
    case "control":
      return escapeMarkdown(block.text);
    case "verdict":
      return `**${{ good: "✓", warning: "!", bad: "✗" }[block.tone]} ${escapeMarkdown(block.text)}**`;
    case "file":
      return fileMarkdown(block);
    case "table":
      return tableMarkdown(block);
    case "figure":
      return `**${escapeMarkdown(block.title)}**\n\n\`\`\`text\n${textChart(block.text, 90, styleOf(false)).join("\n")}\n\`\`\``;
    case "tree":
      return treeMarkdown(block.root, 0).join("\n");
  }
}

/** Markdown of a file block, in a fence longer than any fence inside the file. */
function fileMarkdown({ name, language, lines }: FileBlock): string {
  const inside = lines.map((line) => /^\s*(`{3,})/.exec(line)?.[1]?.length ?? 0);
  const fence = "`".repeat(Math.max(3, 1 + Math.max(0, ...inside)));
  return [`**${escapeMarkdown(name)}**`, "", `${fence}${language}`, ...lines, fence].join("\n");
}

function tableMarkdown(whole: Table): string {
  const table = shortened(whole);
  const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const head = table.columns.map((column) =>
    escapeMarkdown(
      [column.title, column.unit === undefined ? "" : `(${column.unit})`].filter(Boolean).join(" "),
    ),
  );
  const lines = [
    row(head),
    row(table.columns.map((column) => (column.align === "right" ? "---:" : ":---"))),
    ...table.rows.map((cells, at) => {
      const total = table.total === true && at === table.rows.length - 1;
      return row(
        table.columns.map((_, index) => {
          const cell = cells[index];
          const text = escapeMarkdown(cell?.text ?? "");
          const strong = total && text !== "" ? `**${text}**` : text;
          return `${"&nbsp;&nbsp;".repeat(cell?.indent ?? 0)}${strong}`;
        }),
      );
    }),
  ];
  return [
    ...(table.caption === undefined ? [] : [`**${escapeMarkdown(table.caption)}**`, ""]),
    ...lines,
  ].join("\n");
}

function treeMarkdown(node: TreeNode, level: number): readonly string[] {
  const indent = "  ".repeat(level);
  const formula =
    node.latex === undefined
      ? node.formula === undefined
        ? ""
        : ` = \`${node.formula}\``
      : ` $= ${node.latex}$`;
  const source = node.source === undefined ? "" : ` *(${escapeMarkdown(node.source)})*`;
  return [
    `${indent}- ${escapeMarkdown(node.text)}${formula}${source}`,
    ...node.children.flatMap((child) => treeMarkdown(child, level + 1)),
  ];
}

/** Text with Markdown's special characters escaped, and also `<`, which would begin HTML. */
export function escapeMarkdown(text: string): string {
  return codeSpans(text)
    .map((piece) => (piece.code ? codeMarkdown(piece.text) : escapedWords(piece.text)))
    .join("");
}

/** Code span, in which only the pipe needs an escape: it would end a table's cell. */
function codeMarkdown(code: string): string {
  return `\`${visible(code).replaceAll("|", "\\|")}\``;
}

function escapedWords(text: string): string {
  return visible(text)
    .replace(/[\\`*_[\]|<>$~#]/g, (character) => (character === "<" ? "&lt;" : `\\${character}`))
    .replace(/\n/g, " ");
}
