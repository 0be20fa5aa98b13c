import type { Block, ControlBlock, Document } from "../document/document.ts";
import { escapeHtml } from "../escaping/escape.ts";
import { htmlFile } from "./htmlFile.ts";
import { htmlTable } from "./htmlTable.ts";
import { htmlTree } from "./htmlTree.ts";
import { htmlWords } from "./htmlWords.ts";
import { NO_FORMULAS } from "./noFormulas.ts";
import { styleOf } from "./style.ts";
import { textChart } from "./textChart.ts";
import { WHY, whyAttributes } from "./whyAttributes.ts";

export interface HtmlOptions {
  /** Function that gives the HTML of a figure. By default the figure's chart in characters. */
  readonly figure?: (figure: Extract<Block, { readonly kind: "figure" }>) => string;
  /** Function that gives the HTML of a control. By default its sentence. */
  readonly control?: (control: ControlBlock) => string;
}

/**
 * Font sizes of headings, smaller than a notebook's own headings. They are set inline, because a notebook's
 * style sheet would override other rules.
 */
const HEADING_SIZES = { 1: "1.35em", 2: "1.2em", 3: "1.05em" } as const;
const TONES = { good: ["#1A9E74", "✓"], warning: ["#C77700", "!"], bad: ["#D55E00", "✗"] } as const;

/**
 * Document as an HTML fragment for a notebook or a page. Colours are readable on light and on dark. It
 * contains no script.
 */
export function toHtml(document: Document, options: HtmlOptions = {}): string {
  return `<div class="dtp ${NO_FORMULAS}">${document.blocks.map((block) => blockHtml(block, options)).join("\n")}</div>`;
}

function blockHtml(block: Block, options: HtmlOptions): string {
  switch (block.kind) {
    case "heading":
      return `<h${block.level} style="margin:0.4em 0 0.3em 0;font-size:${HEADING_SIZES[block.level]}">${htmlWords(block.text)}</h${block.level}>`;
    case "paragraph":
      return paragraphHtml(block.text, block.value);
    case "control":
      return options.control?.(block) ?? paragraphHtml(block.text);
    case "verdict": {
      const [color, sign] = TONES[block.tone];
      return `<p class="dtp-verdict dtp-${block.tone}" style="margin:0.5em 0;padding:0.35em 0.75em;border-left:4px solid ${color};background:${color}1f"><b>${sign}</b> ${htmlWords(block.text)}</p>`;
    }
    case "file":
      return htmlFile(block);
    case "table":
      return htmlTable(block);
    case "tree":
      return htmlTree(block);
    case "figure":
      return options.figure?.(block) ?? chartHtml(block);
  }
}

function paragraphHtml(text: string, value?: ExplainedValue): string {
  const [said, number] =
    value?.why.of === undefined ? [text, ""] : [text.slice(0, value.from), text.slice(value.from)];
  const why =
    value && number !== "" ? `<span${WHY}${whyAttributes(value.why)}>${htmlWords(number)}</span>` : "";
  return `<p style="margin:0.3em 0">${htmlWords(said)}${why}</p>`;
}

type ExplainedValue = NonNullable<Extract<Block, { readonly kind: "paragraph" }>["value"]>;

function chartHtml(figure: Extract<Block, { readonly kind: "figure" }>): string {
  const chart = textChart(figure.text, 100, styleOf(false)).join("\n");
  return `<figure style="margin:0.5em 0"><figcaption><b>${escapeHtml(figure.title)}</b></figcaption><pre>${escapeHtml(chart)}</pre></figure>`;
}
