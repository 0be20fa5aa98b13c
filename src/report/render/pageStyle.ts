import { darkRules } from "../figures/theme/darkColors.ts";

/**
 * Source of a page's dark mode: the reader's system, the theme of VS Code, in which the page is a view, or nothing: a
 * page that is always light, as slides are.
 */
export type PageTheme = "system" | "vscode" | "light";

/** Bodies of views in dark themes of VS Code. It gives a light theme of high contrast both classes. */
export const VSCODE_DARK = "body:is(.vscode-dark,.vscode-high-contrast:not(.vscode-high-contrast-light))";

const DARK_VARIABLES =
  "--paper:#14171c;--card:#1d2127;--ink:#e4e7eb;--muted:#9aa4b2;--line:#343b45;--accent:#56b4e9";
const DARK_WORDS =
  ".dtp-good b{color:#3cc795!important}.dtp-warning b{color:#f0ad4e!important}.dtp-bad b{color:#ff8a50!important}";

const DARK: Readonly<Record<PageTheme, string>> = {
  light: "",
  system: `
@media (prefers-color-scheme:dark){:root{${DARK_VARIABLES}}}
@media (prefers-color-scheme:dark){${DARK_WORDS}}
@media screen and (prefers-color-scheme:dark){${darkRules(".dtp-figure")}}`,
  vscode: `
:root{color-scheme:light}
:root:has(${VSCODE_DARK}){color-scheme:dark}
body{padding:0;--paper:var(--vscode-editor-background)}
${VSCODE_DARK}{${DARK_VARIABLES};--paper:var(--vscode-editor-background)}
${VSCODE_DARK}{${DARK_WORDS}}
@media screen{${VSCODE_DARK}{${darkRules(".dtp-figure")}}}`,
};

/** Style sheet of an HTML page. Colours are variables, so that dark mode only redefines them. */
export const pageStyle = (theme: PageTheme): string => `${LIGHT}${DARK[theme]}${PRINT}`;

const LIGHT = `
:root{color-scheme:light dark;--paper:#f6f7f9;--card:#ffffff;--ink:#24292f;--muted:#667080;--line:#dfe3e8;--accent:#0072b2}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Liberation Sans",sans-serif}
main{max-width:1440px;margin:0 auto;padding:20px 24px 48px}
header h1{font-size:1.3rem;margin:0 0 14px;font-weight:600}
.hero{display:grid;gap:18px;grid-template-columns:minmax(0,1fr)}
.figures{display:grid;gap:18px;grid-template-columns:minmax(0,1fr);margin-top:18px}
@media (min-width:1100px){.hero.two{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}.figures.many{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}.figures.many .card:last-child:nth-child(odd){grid-column:span 2}}
.controls{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr));gap:2px 32px;position:sticky;top:0;z-index:2;margin-bottom:18px}
.controls>*{min-width:0}
@media screen and (max-width:700px){.controls{max-height:45vh;overflow-y:auto}}
.card{--dtp-accent:var(--accent);--dtp-paper:var(--card);background:var(--card);border:1px solid var(--line);border-radius:8px;padding:14px 18px;overflow-x:auto}
section.card{margin-top:18px}
section.card .dtp{display:flex;flex-wrap:wrap;gap:0 48px;align-items:flex-start}
section.card .dtp>*{min-width:0;max-width:100%}
section.card .dtp>:is(p,h1,h2,h3,.dtp-tree){flex-basis:100%}
.hero .card{margin:0}
.hero .dtp-table td{padding-left:.5em!important;padding-right:.5em!important}
.hero .dtp-table td:last-child{white-space:normal!important}
figure{margin:0}
figcaption{color:var(--muted);font-size:.9em;margin-top:4px}
.plot{min-width:0;overflow-x:auto;overflow-y:hidden}.plot>div{transform-origin:0 0}
.static{text-align:center}
.static svg{border-radius:6px}
.drawn .static{display:none}
.dtp h1{font-size:1.25rem}.dtp h2{font-size:1.1rem}.dtp h3{font-size:1rem}
.dtp-verdict{font-size:1.08em;border-radius:0 6px 6px 0}
.dtp-table{font-size:.93em}
.dtp-table tbody tr:hover{background:rgba(128,128,128,.08)}
.dtp-file{flex-basis:100%}.dtp-file figcaption{display:flex;justify-content:space-between;align-items:center;gap:12px}
.dtp-file button{font:inherit;font-weight:400;color:var(--accent);background:none;border:1px solid var(--line);border-radius:4px;padding:0 .7em;cursor:pointer}
.dtp-file code{-webkit-user-select:text!important;user-select:text!important}
.dtp-tree code{font-size:.92em;overflow-wrap:anywhere}
footer{color:var(--muted);font-size:.85em;margin-top:24px}
@media screen and (max-width:600px){main{padding:10px 8px 32px}.card{padding:10px}section.card .dtp{gap:0}.dtp-table td,.dtp-table th{padding-left:.3em!important;padding-right:.3em!important}.dtp-table td:first-child,.dtp-table th:first-child{padding-left:0!important}.dtp-table td[style*="padding-left"]{padding-left:.9em!important}.dtp-table td:not([align=right]){white-space:normal!important}}`.trim();

const PRINT = `
@media print{body{background:#fff}main{padding:0;max-width:none}.card{border:none;padding:6px 0;overflow:visible}.dtp-file button{display:none}.dtp-file code{white-space:pre-wrap!important}.plot{display:none}.drawn .static{display:block}.hero.two,.figures.many{grid-template-columns:minmax(0,1fr)}figure,table{break-inside:avoid}}`;
