import { readFileSync } from "node:fs";

/** Cells of ARCHITECTURE.md's table whose first heading is `heading`, row by row. */
export function tableOf(heading: string): readonly (readonly string[])[] {
  const lines = readFileSync(new URL("../../ARCHITECTURE.md", import.meta.url), "utf8").split("\n");
  const head = lines.findIndex((line) => line.startsWith(`| ${heading} |`));
  const rows = lines.slice(head + 2);
  const end = rows.findIndex((line) => !line.startsWith("|"));
  return rows.slice(0, end).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
