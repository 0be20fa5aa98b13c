import { adoptStyle } from "../adoptStyle.ts";

const LIT = "dtp-lit";
const STYLE = `
tr.${LIT} > td { background: color-mix(in srgb, var(--dtp-accent, var(--jp-brand-color1, #2a7ab8)) 18%, transparent); }
svg text.${LIT} { text-decoration: underline; font-weight: bold !important; }
@media print { tr.${LIT} > td { background: none; } svg text.${LIT} { text-decoration: none; } }
`;
/** Elements that carry a label: rows of tables, by their first cell, and words of figures, such as a legend's and an axis' names. */
const LABELLED = "table.dtp-table > tbody > tr, svg text";

const linked = new WeakSet<Node>();

/**
 * Lights up what has the label under the pointer or the focus in all tables and figures below `root`: the row `weights` of one
 * table, that of another, and `weights` in the legend of a figure. A label that occurs once stays as it is.
 */
export function linkedLabels(root: HTMLElement | Document): void {
  if (linked.has(root)) return;
  linked.add(root);
  adoptStyle("links", STYLE);
  let now: string | null = null;
  const light = (label: string | null): void => {
    if (label === now) return;
    now = label;
    for (const one of root.querySelectorAll(`.${LIT}`)) one.classList.remove(LIT);
    if (label === null) return;
    const same = [...root.querySelectorAll(LABELLED)].filter((one) => labelOf(one) === label);
    if (same.length > 1) for (const one of same) one.classList.add(LIT);
  };
  const enter = ({ target }: Event): void => light(target instanceof Element ? labelAt(target) : null);
  const leave = (): void => light(null);
  for (const kind of ["pointerover", "focusin"]) root.addEventListener(kind, enter);
  for (const kind of ["pointerleave", "focusout"]) root.addEventListener(kind, leave);
}

/** Label of what an element belongs to. plotly.js lays a rectangle over each entry of a legend. */
function labelAt(target: Element): string | null {
  const holder = target.closest(LABELLED) ?? target.closest(".traces")?.querySelector("text");
  return holder ? labelOf(holder) : null;
}

/** Label of a row or a word of a figure; null for a number, which is no name of anything. */
function labelOf(holder: Element): string | null {
  const text = (holder instanceof HTMLTableRowElement ? holder.cells[0] : holder)?.textContent ?? "";
  const label = text.trim().toLowerCase();
  return /^\p{L}/u.test(label) && label.length < 80 ? label : null;
}
