/** Cell of a line of CSV, quoted or not, with the comma or the end behind it. */
const CELL = /(?:"((?:[^"]|"")*)"|([^,]*))(?:,|$)/y;

/**
 * Lines of a long CSV file as cells, one by one, with their numbers from 1: files of a scheduler have millions of cells.
 * A cell holds no line break. Empty lines are left out.
 */
export function* csvRows(text: string): Iterable<readonly [cells: readonly string[], line: number]> {
  let line = 0;
  for (let start = text.startsWith("\uFEFF") ? 1 : 0; start < text.length; ) {
    const next = text.indexOf("\n", start);
    const end = next < 0 ? text.length : next;
    const row = text.slice(start, text[end - 1] === "\r" ? end - 1 : end);
    line++;
    if (row.trim() !== "") yield [row.includes('"') ? quoted(row) : row.split(","), line];
    start = end + 1;
  }
}

/** First line of a file, as names of columns without blanks around them. */
export function csvHeader(text: string): readonly string[] {
  const end = text.indexOf("\n");
  const line = text.slice(text.startsWith("\uFEFF") ? 1 : 0, end < 0 ? undefined : end);
  return quoted(line.trim()).map((name) => name.trim());
}

function quoted(row: string): readonly string[] {
  const cells: string[] = [];
  for (CELL.lastIndex = 0; CELL.lastIndex <= row.length; ) {
    const found = CELL.exec(row);
    if (!found) break;
    cells.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? "");
    if (CELL.lastIndex >= row.length && !found[0].endsWith(",")) break;
  }
  return cells;
}
