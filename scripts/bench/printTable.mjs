/** Prints rows of words and numbers, the first one as header. null is a dash. */
export function printTable(rows) {
  const words = rows.map((row) =>
    row.map((cell) =>
      cell === null ? "–" : typeof cell === "number" ? Math.round(cell).toLocaleString("en") : cell,
    ),
  );
  const widths = words[0].map((_, column) => Math.max(...words.map((row) => row[column].length)));
  for (const row of words) {
    const cells = row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])));
    console.log(cells.join("  ").trimEnd());
  }
}
