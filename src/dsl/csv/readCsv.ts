import type { Span } from "../ast/ast.ts";

/**
 * Cell of a CSV file. `text` is the content without quotes; a cell that was not quoted is trimmed. `span` covers the
 * cell as written.
 */
export interface CsvCell {
  readonly text: string;
  readonly span: Span;
}

export interface CsvRecord {
  readonly cells: readonly CsvCell[];
  readonly span: Span;
}

export interface Csv {
  /**
   * Records of the file, the header first. Empty lines are left out. After a problem, only the records before the
   * problem.
   */
  readonly records: readonly CsvRecord[];
  readonly problem: { readonly what: string; readonly span: Span } | null;
}

const BARE = /[^,\r\n]*/y;
const QUOTED = /[ \t]*"([^"]*(?:""[^"]*)*)("?)[ \t]*/y;
const BREAK = /\r\n|\n|\r/y;

/**
 * Reads comma-separated text by RFC 4180. A quoted cell may contain commas, line breaks and doubled quotes. Lines end
 * with CRLF, LF or CR. Never throws: reading stops at the first problem, which is returned. The number of cells in a
 * record is not checked.
 */
export function readCsv(text: string): Csv {
  const records: CsvRecord[] = [];
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  while (at < text.length) {
    const start = at;
    const cells: CsvCell[] = [];
    for (;;) {
      const quoted = match(QUOTED, text, at);
      if (quoted) {
        const [whole, inner = "", closing = ""] = quoted;
        const span = { start: at, end: at + whole.length };
        const quote = { start: at + whole.indexOf('"'), end: at + whole.indexOf('"') + 1 };
        if (closing === "") return { records, problem: { what: "this quote is never closed", span: quote } };
        at = span.end;
        cells.push({ text: inner.replaceAll('""', '"'), span });
        if (at < text.length && !/[,\r\n]/.test(text.charAt(at)))
          return { records, problem: { what: "a quoted cell goes on after its closing quote", span } };
      } else {
        const bare = match(BARE, text, at)?.[0] ?? "";
        const cell = bare.trim();
        const begin = at + bare.indexOf(cell);
        cells.push({ text: cell, span: { start: begin, end: begin + cell.length } });
        at += bare.length;
      }
      if (text.charAt(at) !== ",") break;
      at++;
    }
    const end = at;
    at += match(BREAK, text, at)?.[0].length ?? 0;
    const [only] = cells;
    const blank = cells.length === 1 && only?.text === "" && only.span.start === only.span.end;
    if (!blank) records.push({ cells, span: { start, end } });
  }
  return { records, problem: null };
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
