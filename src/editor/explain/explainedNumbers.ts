import { adoptStyle } from "../adoptStyle.ts";
import { make } from "../make.ts";
import { PANEL_ROW } from "../panelRow.ts";
import { EXPLAIN_STYLE } from "./explainStyle.ts";
import { rovingFocus } from "./rovingFocus.ts";

/** Answer to a reader who asks where a number comes from: HTML of `toHtml`, or a sentence where there is none. */
export type Explained = { readonly html: string } | { readonly problem: string };

/**
 * Finds the explanation of an expression such as `base.step_time` or `(base with { plan.tp = 4 }).mfu`, as `explain` prints
 * it; with `stage`, of the memory of that pipeline stage.
 */
export type AskExplanation = (path: string, stage?: number) => Promise<Explained>;

/** Elements of an explanation's HTML. A host may remove from them what could act. */
export type NodesOf = (html: string) => Node;

const asWritten: NodesOf = (html) => {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
};

/** Number of panels made so far, which gives each an identifier. */
let panels = 0;

/**
 * Makes each number answer a click with its derivation, in a panel below it, where `toHtml` wrote what explains it
 * (`data-why`). Those below `root` that answer already stay as they are.
 */
export function explainedNumbers(root: ParentNode, ask: AskExplanation, nodesOf: NodesOf = asWritten): void {
  adoptStyle("explain", EXPLAIN_STYLE);
  for (const place of root.querySelectorAll<HTMLElement>("[data-why]"))
    if (!place.querySelector(".dtp-why")) explainedNumber(place, ask, nodesOf);
  for (const table of root.querySelectorAll<HTMLTableElement>("table:has(.dtp-why)")) rovingFocus(table);
}

/** Question that a number's attributes and those of its row ask; null where they name no expression. */
function questionOf({ dataset, parentElement }: HTMLElement): { path: string; stage?: number } | null {
  const row = parentElement instanceof HTMLTableRowElement ? parentElement.dataset : {};
  const [of, path = "", stage] = [dataset.of ?? row.of, dataset.path ?? row.path, dataset.stage ?? row.stage];
  if (!of) return null;
  const whole = path === "" ? of : `${of}.${path}`;
  return stage === undefined ? { path: whole } : { path: whole, stage: Number(stage) };
}

function explainedNumber(place: HTMLElement, ask: AskExplanation, nodesOf: NodesOf): void {
  const question = questionOf(place);
  if (!question || place.textContent?.trim() === "") return;
  const { path, stage } = question;
  const asked = `explain ${path}${stage === undefined ? "" : `, stage ${stage}`}`;
  const button = make("button", { type: "button", class: "dtp-why", "aria-expanded": "false", title: asked });
  button.append(...place.childNodes);
  place.append(button);
  let panel: HTMLElement | null = null;
  const close = (): void => {
    removePanel(panel);
    panel = null;
    button.setAttribute("aria-expanded", "false");
    button.removeAttribute("aria-controls");
  };
  const closeByKey = (event: Event): void => {
    if (!(event instanceof KeyboardEvent) || event.key !== "Escape" || !panel) return;
    close();
    button.focus();
  };
  const open = async (): Promise<void> => {
    const id = `dtp-why-${++panels}`;
    const words = make("div", { class: "dtp-why-words", "aria-live": "polite" }, "…");
    panel = make(
      "div",
      { class: "dtp-why-panel", id, role: "region", "aria-label": `explanation of ${path}` },
      make("code", {}, asked),
      words,
    );
    panel.addEventListener("keydown", closeByKey);
    button.setAttribute("aria-expanded", "true");
    button.setAttribute("aria-controls", id);
    addPanel(place, panel);
    const found = await ask(path, stage).catch((error: unknown) => ({ problem: String(error) }));
    if ("html" in found) words.replaceChildren(nodesOf(found.html));
    else words.textContent = found.problem;
  };
  // A page that was drawn anew may have taken the panel with it.
  button.addEventListener("click", () => (panel?.isConnected ? close() : void open()));
  button.addEventListener("keydown", closeByKey);
}

/** Puts a panel below a number: below its row in a table, so that no column gets wider, otherwise below its paragraph. */
function addPanel(place: HTMLElement, panel: HTMLElement): void {
  const row = place.closest("tr");
  if (!row) {
    (place.closest("p") ?? place).after(panel);
    return;
  }
  const cell = make("td", { colspan: String(row.cells.length) }, panel);
  const frame = row.closest("div");
  // A panel is as wide as what is seen of the table, and not as all of its columns.
  if (frame)
    panel.style.setProperty("--dtp-seen", `${frame.parentElement?.clientWidth ?? frame.clientWidth}px`);
  // Panels of one row follow each other in the order in which they were opened.
  let last = row;
  while (last.nextElementSibling?.classList.contains(PANEL_ROW))
    last = last.nextElementSibling as HTMLTableRowElement;
  last.after(make("tr", { class: PANEL_ROW }, cell));
}

function removePanel(panel: HTMLElement | null): void {
  (panel?.closest(`.${PANEL_ROW}`) ?? panel)?.remove();
}
