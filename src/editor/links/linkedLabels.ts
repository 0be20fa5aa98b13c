import { adoptStyle } from "../adoptStyle.ts";
import { PANEL_ROW } from "../panelRow.ts";
import { FIGURES, figureMarks } from "./figureMarks.ts";
import { lineAt } from "./lineAt.ts";
import { LINK_STYLE, LIT } from "./linkStyle.ts";
import { labelOf, stageLabels } from "./markKeys.ts";
import { stepThrough } from "./stepThrough.ts";
import type { Thing } from "./thing.ts";

const ROWS = `table.dtp-table > tbody > tr:not(.${PANEL_ROW})`;
const HEADS = "table.dtp-table > thead th";
/** A page keeps the picture of a figure that is drawn in its place. */
const SEEN = ":not(figure.drawn .static *)";
const linked = new WeakSet<Node>();

/**
 * Lights up what is the same thing as that under the pointer or the focus in the other tables and figures below `root`: the
 * row `weights` of another table, `weights` in a figure's legend and its bars, the lane of a stage. A thing that occurs in one
 * table or figure only stays as it is. The arrow keys go from mark to mark of a figure that has the focus.
 */
export function linkedLabels(root: HTMLElement | Document): void {
  if (linked.has(root)) return;
  linked.add(root);
  adoptStyle("links", LINK_STYLE);
  let now: Element | null = null;
  const light = (thing: Thing | null): void => {
    if ((thing?.element ?? null) === now) return;
    now = thing?.element ?? null;
    for (const one of root.querySelectorAll(`.${LIT}`)) one.classList.remove(LIT);
    if (!thing || thing.keys.length === 0) return;
    const own = holderOf(thing.element);
    const others = thingsIn(root).filter(
      ({ element, keys }) => holderOf(element) !== own && keys.some((key) => thing.keys.includes(key)),
    );
    if (others.length === 0) return;
    for (const { element } of [thing, ...others]) element.classList.add(LIT);
  };
  const enter = (event: Event): void => {
    if (!(event.target instanceof Element)) return;
    hearPlotly(event.target.closest(".js-plotly-plot"), light);
    light(thingAt(event.target));
  };
  const leave = (): void => light(null);
  for (const kind of ["pointerover", "focusin"]) root.addEventListener(kind, enter);
  for (const kind of ["pointerleave", "focusout"]) root.addEventListener(kind, leave);
  root.addEventListener("pointermove", (event) => {
    const figure = event.target instanceof Element ? event.target.closest(".js-plotly-plot") : null;
    if (!figure || !(event instanceof MouseEvent) || figure.querySelector(".hoverlayer > g")) return;
    const line = lineAt(figure, event);
    if (line) light(figureMarks(figure).find(({ element }) => element === line) ?? null);
    else if (now && holderOf(now) === figure && now.matches(".js-line")) light(null);
  });
  root.addEventListener("keydown", (event) => {
    if (event instanceof KeyboardEvent) stepThrough(event, now, light);
  });
}

/** Table or figure that an element belongs to. */
const holderOf = (element: Element): Element | null =>
  element.closest(`table.dtp-table, ${FIGURES}`) ?? element.closest("svg");

/** Everything below `root` that stands for something. */
function thingsIn(root: ParentNode): readonly Thing[] {
  const rows = [...root.querySelectorAll<HTMLTableRowElement>(ROWS)].map((row) => ({
    element: row,
    keys: [...rowKeys(row), ...cellKeys(row)],
  }));
  const heads = [...root.querySelectorAll(HEADS)].map(textThing);
  const words = [...root.querySelectorAll(`svg text${SEEN}`)].map(textThing);
  const marks = [...root.querySelectorAll(FIGURES)]
    .filter((figure) => figure.matches(SEEN))
    .flatMap(figureMarks);
  return [...rows, ...heads, ...words, ...marks];
}

/** Thing that an element belongs to; null for none. plotly.js lays a rectangle over each entry of a legend. */
function thingAt(target: Element): Thing | null {
  const row = target.closest<HTMLTableRowElement>(ROWS);
  if (row) return { element: row, keys: rowKeys(row) };
  const words = target.closest(`${HEADS}, svg text`) ?? target.closest(".traces")?.querySelector("text");
  if (words) return textThing(words);
  const figure = target.closest(FIGURES);
  return (figure && figureMarks(figure).find(({ element }) => element.contains(target))) ?? null;
}

const textThing = (element: Element): Thing => {
  const text =
    element.querySelector(":scope > span") && element.matches("th") ? element.childNodes[0] : element;
  return { element, keys: [labelOf(text?.textContent ?? "") ?? ""].filter(Boolean) };
};

/** Labels of a row: its first cell's text, or the stages that it names. */
function rowKeys(row: HTMLTableRowElement): readonly string[] {
  const text = row.cells[0]?.textContent ?? "";
  const title = row.closest("table")?.tHead?.rows[0]?.cells[0]?.textContent?.replace(/\s*[↕↑↓]$/, "") ?? "";
  const stages = stageLabels(title, text);
  return stages.length > 0 ? stages : [labelOf(text) ?? ""].filter(Boolean);
}

/** Labels of a row's further cells, by which others find it: the link that a collective uses. */
function cellKeys(row: HTMLTableRowElement): readonly string[] {
  return [...row.cells].slice(1).flatMap(({ textContent }) => {
    const label = labelOf(textContent ?? "");
    if (label === "both links") return ["scale-up", "scale-out"];
    return label === null || label.split(" ").length > 3 ? [] : [label.replace(/^the | network$/g, "")];
  });
}

/** Point of a figure that plotly.js found under the pointer. */
interface Hovered {
  readonly points: readonly { readonly curveNumber: number; readonly pointNumber: number }[];
}

/** Hears which mark of a drawn figure the pointer is on, once for each figure. */
function hearPlotly(plot: Element | null, light: (thing: Thing | null) => void): void {
  if (!plot || linked.has(plot)) return;
  const { on } = plot as { on?(event: string, hear: (data: Hovered) => void): void };
  if (typeof on !== "function") return;
  linked.add(plot);
  on.call(plot, "plotly_hover", ({ points: [point] }) =>
    light(
      figureMarks(plot).find(({ trace, at }) => trace === point?.curveNumber && at === point.pointNumber) ??
        null,
    ),
  );
  on.call(plot, "plotly_unhover", () => light(null));
}
