/**
 * Comma-separated text of records, which `import` can read again (RFC 4180, lines end with LF). Cells are
 * quoted where necessary.
 */
export function toCsv(records: Iterable<readonly string[]>): string {
  let text = "";
  for (const cells of records) text += `${cells.map(written).join(",")}\n`;
  return text;
}

const written = (cell: string): string =>
  /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
