import { toMarkdown } from "../../report/index.ts";
import { escapeMarkdown } from "../../report/render/toMarkdown.ts";
import type { Output } from "../../session/world/output.ts";
import { figureCaption } from "./figureCaption.ts";
import { figureFiles } from "./figureFiles.ts";

/** Place of the files of figures: the folder as a page links it, the first format, and the source for captions. */
export interface LinkedFigures {
  readonly folder: string;
  readonly format: string;
  readonly source: string;
}

/**
 * Outputs of a run as Markdown. A comment above each names its kind and the line of its statement, so that filters of documents
 * put it below the block that it belongs to. Figures are links to their files, and text charts where none are written.
 */
export function markdownOutputs(outputs: readonly Output[], figures: LinkedFigures | null): string {
  const stems = figureFiles(outputs.map(({ document }) => document)).map(({ stem }) => stem);
  const texts = outputs.map(({ kind, line, document }) => {
    const blocks = document.blocks.map((block) => {
      const stem = block.kind === "figure" ? stems.shift() : undefined;
      if (block.kind !== "figure" || figures === null) return toMarkdown({ blocks: [block] });
      const path = `${figures.folder.replaceAll("\\", "/").replace(/\/$/, "")}/${stem}.${figures.format}`;
      return `![${escapeMarkdown(figureCaption(block, figures.source))}](<${path}>)`;
    });
    return `<!-- dtp: line ${line}, ${kind} -->\n\n${blocks.join("\n\n")}\n`;
  });
  return texts.join("\n");
}
