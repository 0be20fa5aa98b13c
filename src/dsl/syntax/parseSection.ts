import type { Source, Span } from "../ast.ts";
import { type Parsed, parse } from "./parse.ts";

/** A definition of a text by its place, unread. */
export interface Section {
  readonly name: string;
  readonly nameSpan: Span;
  /** From its doc comment to where the next statement begins. */
  readonly span: Span;
}

/** The text before its first definition (edition, imports), and its definitions. */
export interface Sections {
  readonly head: Span;
  readonly definitions: readonly Section[];
}

/** What begins a statement below the imports, at the beginning of its line, as the formatter writes it; with its name, if it defines one. */
const STATEMENT =
  /^(?:(?<what>(?:model|device|cluster|plan|let|sweep|search) +)(?<name>[A-Za-z_]\w*)|(?:show|plot|explain|expect)\b)/gm;

/** Cuts a text that the formatter wrote into its definitions without parsing them; verbs between them are passed over. */
export function sectionsOf(text: string): Sections {
  const starts = [...text.matchAll(STATEMENT)].map((match) => ({
    match,
    at: withCommentsAbove(text, match.index),
  }));
  const definitions = starts.flatMap(({ match, at }, index): Section[] => {
    const { what, name } = match.groups ?? {};
    if (what === undefined || name === undefined) return [];
    const begin = match.index + what.length;
    const end = starts[index + 1]?.at ?? text.length;
    return [{ name, nameSpan: { start: begin, end: begin + name.length }, span: { start: at, end } }];
  });
  return { head: { start: 0, end: starts[0]?.at ?? text.length }, definitions };
}

/** Parses one section. Its spans are places in the whole text: what stands before it is blanked, not cut off. */
export function parseSection(source: Source, { start, end }: Span): Parsed {
  const alone = { name: source.name, text: " ".repeat(start) + source.text.slice(start, end) };
  const { file, diagnostics } = parse(alone, "file");
  return { file: { ...file, source }, diagnostics };
}

/** Where the comment lines right above a place begin. */
function withCommentsAbove(text: string, at: number): number {
  let start = at;
  while (start > 0) {
    const above = text.lastIndexOf("\n", start - 2) + 1;
    if (text[above] !== "#") break;
    start = above;
  }
  return start;
}
