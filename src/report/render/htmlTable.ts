import type { Cell, Table, Why } from "../document/document.ts";
import { escapeHtml } from "../escaping/escape.ts";
import { piecesOf } from "../lettering/textWidth.ts";
import { htmlWords } from "./htmlWords.ts";
import { shortened } from "./shortened.ts";
import { sharedWhy, WHY, whyAttributes } from "./whyAttributes.ts";

/**
 * HTML of a table. Its classes let a page's style sheet style it; its inline styles survive a notebook's
 * sanitizer.
 */
export function htmlTable(whole: Table): string {
  const table = shortened(whole);
  const headed = table.columns.some((column) => column.title !== "" || column.unit !== undefined);
  const caption =
    table.caption === undefined
      ? ""
      : `<div class="dtp-caption" style="${CAPTION}">${htmlWords(table.caption)}</div>`;
  const dense = table.columns.length > DENSE;
  // Among many columns a remark would be narrow and its row high, so it gets a row of its own.
  const remark = dense ? table.columns.findIndex((column) => column.remark) : -1;
  const columns = table.columns.filter((_, index) => index !== remark);
  const head = headed
    ? `<thead><tr>${columns
        .map((column) => {
          const unit =
            column.unit === undefined
              ? ""
              : `${column.title === "" ? "" : " "}<span style="font-weight:normal;opacity:.7">${escapeHtml(column.unit)}</span>`;
          return `<th${alignment(column.align)} style="${padding("0.3em", dense)}${HEAD}${column.title.length <= SHORT_HEAD ? "white-space:nowrap;" : ""}text-align:${column.align}">${breakablePath(column.title)}${unit}</th>`;
        })
        .join("")}</tr></thead>`
    : "";
  const rows = table.rows.map((row, at) => {
    if (at === table.gap?.at)
      return `<tr><td colspan="${columns.length}" style="${padding("0.22em", dense)}${CELL}text-align:left;opacity:.7">${table.gap.text}</td></tr>`;
    const last = table.total === true && at === table.rows.length - 1 && at > 0;
    const shared = sharedWhy(row);
    const cells = table.columns.flatMap((column, index) =>
      index === remark
        ? []
        : [
            cellHtml(
              row[index],
              column.align,
              { isLabel: index === 0 && !headed, isTotal: last, dense },
              shared,
            ),
          ],
    );
    const tone = row.find((cell) => cell.tone)?.tone;
    const mark = tone === undefined ? "" : ` style="background:${TONES[tone]}"`;
    return `<tr${mark}${whyAttributes(shared)}>${cells.join("")}</tr>${remark < 0 ? "" : remarkHtml(row[remark], columns.length)}`;
  });
  const body =
    table.rows.length === 0
      ? `<tr><td style="${padding("0.22em", dense)}${CELL}opacity:.7">no rows</td></tr>`
      : rows.join("\n");
  const framed = `<div style="overflow-x:auto"><table class="dtp-table" style="${TABLE}">${head}<tbody>\n${body}\n</tbody></table></div>`;
  // One element, for a page that lays out tables in columns.
  return caption === "" ? framed : `<div>${caption}${framed}</div>`;
}

const TABLE =
  "border-collapse:collapse;table-layout:auto;margin:0 0 1em 0;font-variant-numeric:tabular-nums;width:auto;max-width:100%";
/** Style of a caption, which is outside the table: where a wide table scrolls, the caption stays readable. */
const CAPTION = "text-align:left;font-weight:600;padding:0.5em 0 0.35em 0;color:inherit";
const HEAD = "border-bottom:1px solid rgba(128,128,128,.7);white-space:normal;vertical-align:bottom;";
const CELL = "vertical-align:top;";
/** Colour of a cell's bar, visible on light and dark pages under readable text. */
const BAR = "rgba(60,145,215,.5)";
/**
 * Background of a row with a plan that does not fit (`bad`) or may not fit (`warning`). Its text stays
 * readable on light and dark pages.
 */
const TONES = { bad: "rgba(213,94,0,.22)", warning: "rgba(230,159,0,.14)" } as const;
/** Background of a change that improves a result or makes it worse. Its text stays readable on light and dark pages. */
const TRENDS = { better: "rgba(0,158,115,.2)", worse: "rgba(213,94,0,.2)" } as const;
/** Number of characters up to which a text cell stays on one line. */
const SHORT = 26;
/** Number of characters up to which a header stays on one line: `off by`. */
const SHORT_HEAD = 8;
/** Number of columns above which text cells wrap, because the table would not fit a notebook's width. */
const DENSE = 6;

interface Place {
  readonly isLabel: boolean;
  readonly isTotal: boolean;
  readonly dense: boolean;
}

/**
 * HTML attribute that aligns a cell's text. GitHub and other sites keep it while they drop styles. Empty for
 * left, the browsers' default.
 */
const alignment = (align: "left" | "right"): string => (align === "right" ? ' align="right"' : "");

function padding(vertical: string, dense: boolean): string {
  return `padding:${vertical} ${dense ? 0.5 : 0.75}em;`;
}

function cellHtml(
  cell: Cell | undefined,
  align: "left" | "right",
  { isLabel, isTotal, dense }: Place,
  shared: Partial<Why>,
): string {
  const text = cell?.text ?? "";
  const styles = [padding("0.22em", dense), CELL, `text-align:${align};`];
  if (align === "right" || (text.length <= SHORT && !(dense && text.includes(" "))))
    styles.push("white-space:nowrap;");
  if (isLabel) styles.push("opacity:.75;white-space:nowrap;");
  if (cell?.tone !== undefined) styles.push("font-weight:600;");
  if (cell?.trend !== undefined) styles.push(`background:${TRENDS[cell.trend]};`);
  if (isTotal) styles.push("font-weight:600;border-top:1px solid rgba(128,128,128,.7);");
  if (cell?.indent !== undefined && cell.indent > 0)
    styles.push(`padding-left:${(0.75 + 1.25 * cell.indent).toFixed(2)}em;`);
  if (cell?.bar !== undefined) {
    const share = (Math.min(1, Math.max(0, cell.bar)) * 100).toFixed(1);
    styles.push(`background:linear-gradient(to right,${BAR} ${share}%,transparent ${share}%);min-width:5em;`);
  }
  const why = cell?.why?.of === undefined ? "" : `${WHY}${whyAttributes(cell.why, shared)}`;
  return `<td${alignment(align)}${why} style="${styles.join("")}">${htmlWords(text, breakable)}</td>`;
}

/** HTML of a remark as a row of its own below its row, limited to a readable width. */
function remarkHtml(cell: Cell | undefined, columns: number): string {
  if (cell?.value === undefined) return "";
  const style = `${padding("0.22em", true)}${CELL}text-align:left;`;
  return `<tr><td colspan="${columns}" style="${style}"><div style="max-width:56em;opacity:.8">↳ ${htmlWords(cell.text, breakable)}</div></td></tr>`;
}

/**
 * HTML of a path that may break after dots and underscores (`plan.sequence_parallel`), for narrow columns.
 */
function breakablePath(title: string): string {
  return title
    .split(" ")
    .map((word) => piecesOf(word).map(escapeHtml).join("<wbr>"))
    .join(" ");
}

/**
 * HTML of a text in which long paths, addresses and names may break after slashes, dots and underscores.
 * Without breaks, a table is as wide as its longest word.
 */
function breakable(text: string): string {
  return text
    .split(/(\s+)/)
    .map((word) => {
      if (word.length <= SHORT) return escapeHtml(word);
      const parts = word.split(/(?<=\/)/);
      return (parts.length > 1 ? parts : piecesOf(word)).map(escapeHtml).join("<wbr>");
    })
    .join("");
}
