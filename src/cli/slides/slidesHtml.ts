import { createHash } from "node:crypto";
import { escapeHtml } from "../../report/escaping/escape.ts";
import { type Document, type Figure, type LivePage, slideCards, toHtml } from "../../report/index.ts";
import { PAGE_IDS } from "../../report/render/livePage.ts";
import { carried, inScript, policyTag } from "../../report/render/pageParts.ts";
import { pageScript } from "../../report/render/pageScript.ts";
import { figureSvg } from "../../report/svg/figureSvg.ts";
import { inlineHtml } from "./inlineHtml.ts";
import type { Slide, SlidePart } from "./slidesOf.ts";

/** Parts that slides embed so that their figures and controls answer. */
export interface LiveSlides extends LivePage {
  readonly plotlyJs: string;
  readonly pageJs: string;
}

/**
 * Slides as a page that opens from a file without a network. Its sections nest as those of reveal.js, so that its style sheets
 * and its script fit; the page's own script knows the keys below. In print, and without scripts, slides come one after the other.
 * With `live` the figures are interactive, and controls answer. Call `loadFigures` first, or figures are charts in characters.
 */
export function slidesHtml(
  slides: readonly Slide[],
  { title, live }: { readonly title: string; readonly live?: LiveSlides },
): string {
  const scripts = (live ? [live.plotlyJs, live.pageJs, pageScript("light"), SCRIPT] : [SCRIPT]).map(inScript);
  const figures = slides.flatMap(({ parts }) =>
    parts.flatMap((part) =>
      part.kind === "shown"
        ? part.documents.flatMap(({ blocks }) => blocks.filter((block) => block.kind === "figure"))
        : [],
    ),
  );
  const sections = slides.map((slide) => slideHtml(slide, live ? liveHtml : documentHtml)).join("\n");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${policyTag(scripts, { figures, live: live !== undefined, sha256 })}
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
${STYLE}
</style>
</head>
<body${live ? ' data-grow="2"' : ""}>
<main class="reveal"><div class="slides"${live ? ` id="${PAGE_IDS.main}"` : ""}>
${sections}
</div></main>
<p class="place" aria-live="polite"></p>
${live ? carried(live) : ""}${scripts.map((script) => `<script>${script}</script>`).join("\n")}
</body>
</html>
`;
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64");

const liveHtml = (document: Document): string => `<div class="dtp">${slideCards(document)}</div>`;

function slideHtml(
  { title, level, parts, notes }: Slide,
  documentHtml: (document: Document) => string,
): string {
  const shown = parts.filter(({ kind }) => kind === "shown");
  const said = parts.filter(({ kind }) => kind !== "shown");
  const heading =
    title === "" ? "" : `<h${level === 1 ? 1 : 2}>${inlineHtml(title)}</h${level === 1 ? 1 : 2}>`;
  const aside =
    notes.length === 0
      ? ""
      : `<aside class="notes">${notes.map((note) => `<p>${inlineHtml(note)}</p>`).join("")}</aside>`;
  return `<section class="${level === 1 ? "title" : shown.length > 0 ? "with" : "words"}">${heading}${[...said, ...shown].map((part) => partHtml(part, documentHtml)).join("")}${aside}</section>`;
}

function partHtml(part: SlidePart, documentHtml: (document: Document) => string): string {
  switch (part.kind) {
    case "text":
      return `<p>${inlineHtml(part.text)}</p>`;
    case "list": {
      const tag = part.ordered ? "ol" : "ul";
      return `<${tag}>${part.items.map((item) => `<li>${inlineHtml(item)}</li>`).join("")}</${tag}>`;
    }
    case "table": {
      const [head = [], ...rows] = part.rows;
      const cells = (row: readonly string[], tag: string) =>
        `<tr>${row.map((cell) => `<${tag}>${inlineHtml(cell)}</${tag}>`).join("")}</tr>`;
      return `<table class="said"><thead>${cells(head, "th")}</thead><tbody>${rows.map((row) => cells(row, "td")).join("")}</tbody></table>`;
    }
    case "shown":
      return `<div class="shown">${part.documents.map(documentHtml).join("")}</div>`;
  }
}

const documentHtml = (document: Document): string => toHtml(document, { figure: figureHtml });

function figureHtml(figure: Figure): string {
  const picture = figureSvg(figure) ?? toHtml({ blocks: [figure] });
  const caption =
    figure.caption === undefined ? "" : `<figcaption>${escapeHtml(figure.caption)}</figcaption>`;
  return `<figure>${picture}${caption}</figure>`;
}

const STYLE = `
:root{color-scheme:light;--ink:#24292f;--muted:#667080;--line:#dfe3e8;--accent:#0072b2}
*{box-sizing:border-box}
body{margin:0;background:#fff;color:var(--ink);font:clamp(16px,2.9vmin,34px)/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Liberation Sans",sans-serif}
.slides>section{padding:5vmin 7vmin;border-bottom:1px solid var(--line);overflow:auto}
h1{font-size:2em;margin:0 0 .6em;color:var(--accent)}
h2{font-size:1.45em;margin:0 0 .6em;color:var(--accent)}
p{margin:.5em 0}
li{margin:.3em 0}
a{color:var(--accent)}
code{font-size:.9em;background:#f2f4f7;border-radius:4px;padding:0 .25em}
table.said{border-collapse:collapse;margin:.8em 0}
table.said th,table.said td{text-align:left;padding:.25em .8em;border-bottom:1px solid var(--line)}
.shown{font-size:.76em;margin-top:1em}
.shown>.dtp{margin-bottom:.8em}
figure{margin:0;text-align:center}
figure>svg,.static svg{width:auto;max-width:100%;height:60vh}
.plot{min-width:0;overflow:hidden}.plot>div{transform-origin:0 0;text-align:left}.drawn .static{display:none}
.controls{display:flex;flex-wrap:wrap;gap:.2em 2em;margin-bottom:.6em}
.controls>*{min-width:min(100%,18em)}
figcaption{color:var(--muted);font-size:.9em}
.notes{display:none;margin-top:1.5em;padding:.5em 1em;border-left:4px solid var(--line);color:var(--muted);font-size:.75em}
.place{display:none;position:fixed;right:1.2em;bottom:.4em;margin:0;color:var(--muted);font-size:.6em}
@media screen{.one .slides>section{display:none;height:100vh;border:0}.one .slides>section.now{display:block}.one .place{display:block}.one .slides>section.title.now{display:flex;flex-direction:column;justify-content:center}.spoken .notes{display:block}}
@media print{.plot{display:none}.drawn .static{display:block}@page{size:297mm 167mm;margin:0}body{font-size:15px}.slides>section{height:167mm;border:0;break-after:page;overflow:hidden}figure>svg,.static svg{height:90mm}}
`.trim();

/** Keys, outside of controls: arrows, space, Page Up and Page Down go on and back, Home and End to an end, N shows the speaker's notes. */
const SCRIPT = `
(function () {
  var all = Array.prototype.slice.call(document.querySelectorAll(".slides>section"));
  var place = document.querySelector(".place");
  var at = 0;
  function show(to) {
    at = Math.max(0, Math.min(all.length - 1, to));
    all.forEach(function (one, index) { one.classList.toggle("now", index === at); });
    place.textContent = at + 1 + " / " + all.length;
    if (location.hash !== "#/" + at) history.replaceState(null, "", "#/" + at);
  }
  function fromHash() {
    var found = /^#\\/(\\d+)/.exec(location.hash);
    show(found ? Number(found[1]) : 0);
  }
  document.addEventListener("keydown", function (event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    // a control takes its own keys
    if (event.target.closest && event.target.closest("input,select,textarea,.controls")) return;
    var key = event.key;
    if (key === "ArrowRight" || key === "ArrowDown" || key === "PageDown" || (key === " " && !event.shiftKey)) show(at + 1);
    else if (key === "ArrowLeft" || key === "ArrowUp" || key === "PageUp" || key === " ") show(at - 1);
    else if (key === "Home") show(0);
    else if (key === "End") show(all.length - 1);
    else if (key === "n" || key === "N") document.body.classList.toggle("spoken");
    else return;
    event.preventDefault();
  });
  window.addEventListener("hashchange", fromHash);
  document.body.classList.add("one");
  fromHash();
})();
`;
