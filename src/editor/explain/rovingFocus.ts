/** Selector of the numbers of a table that answer. */
const NUMBER = ":scope > tbody > tr > td > .dtp-why";

/**
 * Makes a table one stop of the Tab key: arrow keys go from number to number, Home and End to the first and last of the row.
 * A sweep of a hundred rows would otherwise be hundreds of stops.
 */
export function rovingFocus(table: HTMLTableElement): void {
  const all = [...table.querySelectorAll<HTMLElement>(NUMBER)];
  const current = all.find((one) => one.tabIndex === 0 && one.dataset.met !== undefined) ?? all[0];
  for (const one of all) {
    one.tabIndex = one === current ? 0 : -1;
    one.dataset.met = "";
  }
  if (table.dataset.roving !== undefined) return;
  table.dataset.roving = "";
  table.addEventListener("keydown", (event) => {
    const from = event.target;
    if (!(from instanceof HTMLElement) || !from.matches(".dtp-why") || event.altKey || event.ctrlKey) return;
    const to = neighbour(table, from, event.key);
    if (!to) return;
    event.preventDefault();
    // A notebook moves between cells with the same keys.
    event.stopPropagation();
    to.focus();
  });
  // A click moves the stop too.
  table.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLElement) || !target.matches(".dtp-why")) return;
    for (const one of table.querySelectorAll<HTMLElement>(NUMBER)) one.tabIndex = one === target ? 0 : -1;
  });
}

/** Number that a key leads to, in the rows and columns as they are shown; null at an edge and for other keys. */
function neighbour(table: HTMLTableElement, from: HTMLElement, key: string): HTMLElement | null {
  const shown = [...table.querySelectorAll<HTMLElement>(NUMBER)].filter((one) => !one.closest("tr")?.hidden);
  const row = from.closest("tr");
  const inRow = shown.filter((one) => one.closest("tr") === row);
  const at = inRow.indexOf(from);
  switch (key) {
    case "ArrowRight":
      return inRow[at + 1] ?? null;
    case "ArrowLeft":
      return inRow[at - 1] ?? null;
    case "Home":
      return inRow[0] ?? null;
    case "End":
      return inRow.at(-1) ?? null;
    case "ArrowDown":
    case "ArrowUp": {
      const column = columnOf(from);
      const same = shown.filter((one) => columnOf(one) === column);
      return same[same.indexOf(from) + (key === "ArrowDown" ? 1 : -1)] ?? null;
    }
    default:
      return null;
  }
}

const columnOf = (number: HTMLElement): number => number.closest("td")?.cellIndex ?? -1;
