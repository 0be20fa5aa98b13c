import type { FileBlock } from "../document/document.ts";
import { escapeHtml } from "../escaping/escape.ts";

/**
 * File block in HTML, below its name. A notebook runs no script, so there one click selects the whole text. A
 * page has a copy button, and users can select parts.
 */
export function htmlFile({ name, language, lines }: FileBlock): string {
  const code = `<code class="language-${escapeHtml(language)}" style="${CODE}">${escapeHtml(lines.join("\n"))}</code>`;
  return `<figure class="dtp-file" style="${FRAME}"><figcaption style="${NAME}">${escapeHtml(name)}</figcaption><pre style="${TEXT}">${code}</pre></figure>`;
}

const FRAME = "margin:0.6em 0;border:1px solid rgba(128,128,128,.35);border-radius:6px;overflow:hidden";
const MONOSPACE = "font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace";
const NAME = `${MONOSPACE};font-size:0.9em;font-weight:600;margin:0;padding:0.35em 0.9em;color:inherit;background:rgba(128,128,128,.13);border-bottom:1px solid rgba(128,128,128,.35)`;
const TEXT =
  "overflow-x:auto;margin:0;padding:0.6em 0.9em;color:inherit;background:rgba(128,128,128,.05);line-height:1.45;tab-size:4";
/**
 * Style of the box around a file's text. It contains nothing else, so that a selection ends with the text.
 */
const CODE = `${MONOSPACE};font-size:0.88em;color:inherit;background:none;padding:0;white-space:pre;-webkit-user-select:all;user-select:all`;
