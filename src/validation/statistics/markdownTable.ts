/** Markdown table. */
export function table(heads: readonly string[], lines: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(heads), `|${heads.map(() => "---").join("|")}|`, ...lines.map(line)].join("\n");
}

/** Text escaped for a table cell. */
export const cell = (text: string) => text.replaceAll("|", "\\|");
