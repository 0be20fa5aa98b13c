import { adoptStyle } from "../adoptStyle.ts";
import { make } from "../make.ts";
import { EXPLAIN_STYLE } from "./explainStyle.ts";

/** Answer to a reader who asks where a number comes from: HTML of `toHtml`, or a sentence where there is none. */
export type Explained = { readonly html: string } | { readonly problem: string };

/** Finds the explanation of a path such as `base.step_time`, as `explain` prints it. */
export type AskExplanation = (path: string) => Promise<Explained>;

const PATH = /^[A-Za-z_]\w*(?:\.\w+)*$/;

/** Elements of an explanation's HTML. A host may remove from them what could act. */
export type NodesOf = (html: string) => Node;

const asWritten: NodesOf = (html) => {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
};

/**
 * Makes each number that stands beside its path answer a click with its derivation, in a panel in its place: the values of
 * `show base.step_time, base.mfu`. Those below `root` that answer already stay as they are.
 */
export function explainedNumbers(root: ParentNode, ask: AskExplanation, nodesOf: NodesOf = asWritten): void {
  adoptStyle("explain", EXPLAIN_STYLE);
  for (const table of root.querySelectorAll<HTMLTableElement>("table.dtp-table")) {
    // Tables with titles hold parts and rows, whose names are no paths.
    if (table.tHead) continue;
    for (const row of table.tBodies[0]?.rows ?? []) {
      const [label, value] = row.cells;
      const path = label?.textContent?.trim() ?? "";
      if (value && PATH.test(path) && path.includes(".") && !value.querySelector(".dtp-why"))
        explainedCell(value, path, ask, nodesOf);
    }
  }
}

function explainedCell(
  cell: HTMLTableCellElement,
  path: string,
  ask: AskExplanation,
  nodesOf: NodesOf,
): void {
  const button = make("button", {
    ...{ type: "button", class: "dtp-why", "aria-expanded": "false", title: `explain ${path}` },
  });
  button.append(...cell.childNodes);
  cell.append(button);
  let panel: HTMLElement | null = null;
  const close = (): void => {
    panel?.remove();
    panel = null;
    button.setAttribute("aria-expanded", "false");
  };
  const open = async (): Promise<void> => {
    const made = make("div", {
      class: "dtp-why-panel",
      role: "region",
      "aria-label": `explanation of ${path}`,
    });
    made.textContent = "…";
    panel = made;
    button.setAttribute("aria-expanded", "true");
    cell.append(made);
    const found = await ask(path).catch((error: unknown) => ({ problem: String(error) }));
    if ("html" in found) made.replaceChildren(nodesOf(found.html));
    else made.textContent = found.problem;
  };
  button.addEventListener("click", () => (panel ? close() : void open()));
  cell.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !panel) return;
    close();
    button.focus();
  });
}
