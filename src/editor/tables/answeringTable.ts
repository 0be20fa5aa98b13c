import { toCsv } from "../../report/render/toCsv.ts";
import { toLatex } from "../../report/render/toLatex.ts";
import { toMarkdown } from "../../report/render/toMarkdown.ts";
import { adoptStyle } from "../adoptStyle.ts";
import { saveFile } from "../figures/saveFile.ts";
import { make } from "../make.ts";
import { readTable, rowsOf, textOf } from "./readTable.ts";
import { type Order, sortedRows } from "./sortedRows.ts";
import { TABLE_STYLE } from "./tableStyle.ts";

/** Number of rows from which a table can be sorted and filtered. */
const LEAST_ROWS = 3;
/** Number of columns from which the first column stays in place while the others scroll. */
const WIDE = 4;
const ANSWERS = "dtp-answers";
const COPIED_FOR = 1_500;

/** Texts of a table as other programs read it. */
const FORMATS = {
  CSV: (table: HTMLTableElement) => {
    const { columns, rows } = readTable(table);
    const head = columns.map(({ title, unit }) => (unit === undefined ? title : `${title} (${unit})`.trim()));
    const texts = Array.from(rows, (row) => row.map(({ text }) => text));
    return toCsv(head.some((title) => title !== "") ? [head, ...texts] : texts);
  },
  Markdown: (table: HTMLTableElement) => `${toMarkdown({ blocks: [readTable(table)] })}\n`,
  LaTeX: (table: HTMLTableElement) => `${toLatex({ blocks: [readTable(table)] })}\n`,
} as const;

const ENDINGS = { CSV: "csv", Markdown: "md", LaTeX: "tex" } as const satisfies Record<
  keyof typeof FORMATS,
  string
>;

/** Makes every table of reports below `root` answer, except those that do already. */
export function answeringTables(root: ParentNode): void {
  for (const table of root.querySelectorAll<HTMLTableElement>("table.dtp-table"))
    if (!table.closest(`.${ANSWERS}`)) answeringTable(table);
}

/**
 * Makes a table that `toHtml` has made answer: it is copied as CSV, Markdown or LaTeX as it is shown, sorted by a click on a
 * column's title, filtered by a text, and keeps its first column in view where it scrolls.
 */
export function answeringTable(table: HTMLTableElement): void {
  adoptStyle("tables", TABLE_STYLE);
  const frame = table.parentElement;
  if (!frame) return;
  const tools = make("div", { class: "dtp-table-tools", role: "toolbar", "aria-label": "table" });
  const place = make("div", { class: ANSWERS });
  frame.before(place);
  place.append(tools, frame);
  place.classList.toggle("dtp-wide", (table.rows[0]?.cells.length ?? 0) >= WIDE);
  if (table.tHead && rowsOf(table).rows.length >= LEAST_ROWS) {
    makeSortable(table);
    tools.append(filterOf(table));
  }
  for (const name of ["CSV", "Markdown", "LaTeX"] as const)
    tools.append(copyButton(name, () => FORMATS[name](table)));
}

function makeSortable(table: HTMLTableElement): void {
  const written = rowsOf(table).rows;
  const titles = [...(table.tHead?.rows[0]?.cells ?? [])];
  for (const [at, title] of titles.entries()) {
    const button = make("button", { type: "button", class: "dtp-sort" }, ...title.childNodes);
    title.replaceChildren(button);
    button.addEventListener("click", () => {
      // A third click gives the written order back.
      const next: Order | null = { none: "ascending", ascending: "descending", descending: null }[
        title.ariaSort ?? "none"
      ] as Order | null;
      for (const other of titles) other.removeAttribute("aria-sort");
      if (next) title.setAttribute("aria-sort", next);
      const order = next
        ? sortedRows(
            written.map(({ row }) => textOf(row.cells[at])),
            next,
          )
        : written.keys();
      const { last } = rowsOf(table);
      const sorted = [...order].flatMap((place) => written[place] ?? []);
      table.tBodies[0]?.append(...sorted.flatMap(({ row, remarks }) => [row, ...remarks]), ...last);
    });
  }
}

/** Field that hides the rows without its text. */
function filterOf(table: HTMLTableElement): HTMLElement {
  const field = make("input", { type: "search", placeholder: "filter", "aria-label": "filter rows" });
  field.addEventListener("input", () => {
    const wanted = field.value.trim().toLowerCase();
    for (const { row, remarks } of rowsOf(table).rows) {
      const shown = [row, ...remarks].some((one) => textsOf(one).includes(wanted));
      for (const one of [row, ...remarks]) one.hidden = !shown;
    }
  });
  return field;
}

const textsOf = (row: HTMLTableRowElement): string => [...row.cells].map(textOf).join(" ").toLowerCase();

function copyButton(name: keyof typeof FORMATS, text: () => string): HTMLElement {
  const button = make("button", { type: "button", title: `copy this table as ${name}` }, name);
  button.addEventListener("click", () => {
    const said = (word: string): void => {
      button.textContent = word;
      setTimeout(() => {
        button.textContent = name;
      }, COPIED_FOR);
    };
    const written = text();
    void copy(written).then(
      () => said("copied"),
      () => {
        // A frame may have no clipboard at all.
        saveFile(`table.${ENDINGS[name]}`, new Blob([written], { type: "text/plain" }));
        said("saved");
      },
    );
  });
  return button;
}

/**
 * Copies a text, also where browsers lack the clipboard of scripts or refuse it: on a page from disk, and in a frame whose page does not
 * allow it.
 */
async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyBySelection(text);
  }
}

function copyBySelection(text: string): void {
  const focused = document.activeElement;
  const area = make("textarea", { style: "position:fixed;opacity:0" });
  area.value = text;
  document.body.append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!copied) throw new Error("the browser does not copy");
}
