import { escapeHtml } from "../../report/escaping/escape.ts";

/** Markdown of one paragraph as HTML: code, bold, italics and links. Other markup stays text. */
export function inlineHtml(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((piece) =>
      /^`[^`]+`$/.test(piece) ? `<code>${escapeHtml(piece.slice(1, -1))}</code>` : withoutCode(piece),
    )
    .join("");
}

function withoutCode(text: string): string {
  return escapeHtml(text.replace(/\\([\\$*_[\]`|<>])/g, (_, letter: string) => `&#${letter.charCodeAt(0)};`))
    .replace(/&#38;#(\d+);/g, "&#$1;")
    .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (whole, words: string, target: string) =>
      SAFE.test(target) ? `<a href="${target}">${words}</a>` : whole,
    )
    .replace(/\*\*([^*]+)\*\*/g, "<b>$1</b>")
    .replace(/(?<![\w*])\*([^*\s](?:[^*]*[^*\s])?)\*(?![\w*])/g, "<i>$1</i>");
}

/** Links that a page may have: of the web, and to files beside it. */
const SAFE = /^(?:https?:\/\/|(?![a-z]+:)[\w./#-])/i;
