import type { CodeCell, NotebookPanel } from "@jupyterlab/notebook";
import { NotebookActions } from "@jupyterlab/notebook";
import { addStyle } from "./addStyle.ts";

const CLASS = "dtp-stale";
const BAR = "dtp-stale-bar";

/** CSS of a cell with stale outputs, in the theme's colours. */
const STYLE = `
.${CLASS} > .jp-CellHeader { height: auto; }
.${CLASS} .jp-Cell-outputArea { opacity: 0.55; }
.${BAR} { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: center; margin: 2px 0; padding: 2px 8px;
  border-left: 4px solid var(--jp-warn-color1); background: var(--jp-layout-color2); color: var(--jp-ui-font-color1);
  font-size: var(--jp-ui-font-size1); }
.${BAR} button { font: inherit; color: var(--jp-content-link-color); background: none; border: 1px solid var(--jp-border-color1);
  border-radius: 3px; padding: 0 8px; cursor: pointer; }
`;

/** Marks the cells of a notebook whose outputs are stale, and removes the marks of all other cells. */
export function markStaleCells(panel: NotebookPanel, stale: ReadonlySet<string>): void {
  addStyle("stale", STYLE);
  for (const cell of codeCells(panel)) {
    const header = cell.node.querySelector(".jp-CellHeader");
    const bar = header?.querySelector(`.${BAR}`);
    const isStale = stale.has(cell.model.id);
    cell.node.classList.toggle(CLASS, isStale);
    if (!isStale) bar?.remove();
    else if (!bar) header?.append(newBar(panel, cell));
  }
}

function newBar(panel: NotebookPanel, cell: CodeCell): HTMLElement {
  const bar = document.createElement("div");
  bar.className = BAR;
  bar.setAttribute("role", "status");
  const below = (): readonly CodeCell[] => {
    const cells = codeCells(panel);
    return cells.slice(cells.indexOf(cell)).filter(({ node }) => node.classList.contains(CLASS));
  };
  bar.append(
    "Out of date: a definition that this output reads has changed.",
    button("Run again", () => [cell]),
    button("Run all stale cells from here", below),
  );
  return bar;

  function button(text: string, cells: () => readonly CodeCell[]): HTMLButtonElement {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.addEventListener("click", () => {
      void NotebookActions.runCells(panel.content, cells(), panel.sessionContext);
    });
    return made;
  }
}

function codeCells({ content }: NotebookPanel): readonly CodeCell[] {
  return content.widgets.filter(({ model }) => model.type === "code");
}
