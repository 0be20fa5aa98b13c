import type { Document, Figure } from "../document/document.ts";
import { escapeHtml } from "../escaping/escape.ts";
import { figureDescription } from "../figures/figureDescription.ts";
import { figureSvg } from "../svg/figureSvg.ts";
import { htmlWords } from "./htmlWords.ts";
import { type LivePage, PAGE_IDS } from "./livePage.ts";
import { PLOTLY_CONFIG } from "./plotlyConfig.ts";
import { toHtml } from "./toHtml.ts";

/** Figure that the page's script draws from its specification, in place of its static picture. */
export function figureHtml(figure: Figure): string {
  const spec = { data: figure.data, layout: figure.layout, config: PLOTLY_CONFIG };
  const json = JSON.stringify(spec).replaceAll("<", "\\u003c");
  const picture = figureSvg(figure) ?? toHtml({ blocks: [figure] });
  const caption = figure.caption === undefined ? "" : `<figcaption>${htmlWords(figure.caption)}</figcaption>`;
  return `<figure data-figure><div class="plot"><div role="img" tabindex="0" aria-label="${escapeHtml(figureDescription(figure))}"></div></div><div class="static">${picture}</div>${caption}<script type="application/json">${json}</script></figure>`;
}

/** Controls of a live page, each a sentence until the page's script draws it. */
export function controlsHtml(documents: readonly Document[]): string {
  const controls = documents.flatMap(({ blocks }) => blocks.filter((block) => block.kind === "control"));
  if (controls.length === 0) return "";
  const each = controls.map(
    ({ text, control }) =>
      `<div data-control="${escapeHtml(JSON.stringify(control))}"><p>${escapeHtml(text)}</p></div>`,
  );
  return `<section class="card controls" aria-label="controls">${each.join("\n")}</section>`;
}

/** Elements with the program of a live page, its worker and the worker's parts. They are data: no browser runs them. */
export function carried({ program, worker, parts }: LivePage): string {
  const json = JSON.stringify(program).replaceAll("<", "\\u003c");
  const text = (id: string, script: string): string =>
    `<script type="text/plain" id="${escapeHtml(id)}">${inScript(script)}</script>\n`;
  return [
    `<script type="application/json" id="${PAGE_IDS.program}">${json}</script>\n`,
    text(PAGE_IDS.worker, worker),
    ...Object.entries(parts).map(([name, script]) => text(`${PAGE_IDS.part}${name}`, script)),
  ].join("");
}

/** Script that an element can hold: nothing in it ends the element. */
export const inScript = (script: string): string =>
  script.replace(/<\/(script)/gi, "<\\/$1").replaceAll("<!--", "<\\!--");

/**
 * Content security policy of the page: its own scripts, and pictures that they make. The page loads and sends
 * nothing, and a script in a program's text would not run even if escaping failed. plotly.js needs inline
 * styles.
 */
export function policyTag(
  scripts: readonly string[],
  {
    figures,
    live,
    sha256,
  }: {
    readonly figures: readonly Figure[];
    readonly live: boolean;
    readonly sha256: (text: string) => string;
  },
): string {
  // plotly.js compiles WebGL traces (parallel coordinates) with generated functions, and a live page's worker its
  // formulas, which the policy must allow.
  const compiles = live || (scripts.length > 0 && figures.some(({ still }) => still !== undefined));
  const hashes = scripts.map((script) => `'sha256-${sha256(script)}'`);
  const policy = [
    "default-src 'none'",
    `script-src ${hashes.length === 0 ? "'none'" : hashes.join(" ")}${compiles ? " 'unsafe-eval'" : ""}${live ? " blob:" : ""}`,
    ...(live ? ["worker-src blob:"] : []),
    "style-src 'unsafe-inline'",
    "img-src data: blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
}
