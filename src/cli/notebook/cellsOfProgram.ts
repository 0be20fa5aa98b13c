import { position } from "../../dsl/diagnostics/position.ts";
import { parse } from "../../dsl/syntax/index.ts";

export interface NotebookCell {
  readonly kind: "markdown" | "code";
  readonly source: string;
}

/** Pattern of a line `# %%`, which begins a new code cell, as in other editors of text notebooks. */
const BREAK = /^#\s*%%\s*$/;
const blank = (line: string | undefined): boolean => line === undefined || line.trim() === "";

/**
 * Notebook cells of a program's text. A paragraph of `#` comments with a blank line above and below becomes a
 * Markdown cell, and the text between two such paragraphs a code cell. Comments that touch code, that are
 * inside a definition, or that begin with `##` stay with the code. The `edition` line joins the first code
 * cell. Any text can be converted, and only comment marks are lost.
 */
export function cellsOfProgram(name: string, text: string): readonly NotebookCell[] {
  const lines = text.split(/\r?\n/);
  const prose = proseLines(name, text, lines);
  const cells: { kind: NotebookCell["kind"]; lines: string[] }[] = [];
  let fresh = true;
  lines.forEach((line, at) => {
    if (BREAK.test(line)) {
      fresh = true;
      return;
    }
    const kind = prose.has(at) ? "markdown" : "code";
    const last = cells.at(-1);
    if (last?.kind === kind && !fresh) last.lines.push(line);
    else if (!blank(line)) cells.push({ kind, lines: [line] });
    else {
      fresh ||= last?.kind === "markdown";
      return;
    }
    fresh = false;
  });
  return withEditionBelow(
    cells.map(({ kind, lines: own }) => ({
      kind,
      source: trimmed(kind === "markdown" ? own.map(unmarked) : own),
    })),
  );
}

/** Line numbers of the comments that become Markdown. */
function proseLines(name: string, text: string, lines: readonly string[]): ReadonlySet<number> {
  const { file } = parse({ name, text }, "cell");
  const inside = (at: number) => file.items.some(({ span }) => span.start < at && at < span.end);
  const commented = new Set<number>();
  for (const { span, doc } of file.comments) {
    if (doc || inside(span.start)) continue;
    const at = position(file.source, span.start).line - 1;
    const line = lines[at] ?? "";
    if (line.trimStart().startsWith("#") && !BREAK.test(line)) commented.add(at);
  }
  const prose = new Set<number>();
  let from = 0;
  while (from < lines.length) {
    if (!commented.has(from)) {
      from++;
      continue;
    }
    let to = from;
    while (commented.has(to + 1)) to++;
    const alone = [lines[from - 1], lines[to + 1]].every((line) => blank(line) || BREAK.test(line ?? ""));
    if (alone) for (let at = from; at <= to; at++) prose.add(at);
    from = to + 1;
  }
  return prose;
}

function unmarked(line: string): string {
  return line.trimStart().replace(/^# ?/, "");
}

function trimmed(lines: readonly string[]): string {
  return lines
    .join("\n")
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd();
}

/** Notebook cells in which a first cell with only the `edition` line is merged into the next code cell. */
function withEditionBelow(cells: readonly NotebookCell[]): readonly NotebookCell[] {
  const [first, ...rest] = cells;
  const next = rest.findIndex(({ kind }) => kind === "code");
  if (first?.kind !== "code" || !/^edition\s+\d+$/.test(first.source) || next < 0) return cells;
  return rest.map((cell, at) =>
    at === next ? { ...cell, source: `${first.source}\n${cell.source}` } : cell,
  );
}
