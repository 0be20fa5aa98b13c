import type { Source, Span } from "../ast/ast.ts";
import { definers, showers } from "../ast/words.ts";
import { type Parsed, parse } from "./parse.ts";

/** Place of a definition in a text. The definition itself is not parsed. */
export interface Section {
  readonly name: string;
  readonly nameSpan: Span;
  /** Span of the definition, from its doc comment to the beginning of the next statement. */
  readonly span: Span;
}

/** Places of the parts of a text: the head before the first definition (edition, imports), and each definition. */
export interface Sections {
  readonly head: Span;
  readonly definitions: readonly Section[];
}

/**
 * Pattern of the beginning of a statement below the imports, in formatted text. `name` is the name that the statement
 * defines, if any.
 */
const STATEMENT = new RegExp(
  `^(?:(?<what>(?:${definers.join("|")}) +)(?<name>[A-Za-z_]\\w*)|(?:(?:${showers.join("|")})\\b|control +[A-Za-z_]))`,
  "gm",
);

/**
 * Splits a formatted text into its definitions without parsing them. Statements that define nothing, such as `show`,
 * are skipped.
 */
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

/**
 * Parses one definition of a text. The text before it is replaced by blanks, so that spans in the tree refer to the
 * whole text.
 */
export function parseSection(source: Source, { start, end }: Span): Parsed {
  const alone = { name: source.name, text: " ".repeat(start) + source.text.slice(start, end) };
  const { file, diagnostics } = parse(alone, "file");
  return { file: { ...file, source }, diagnostics };
}

/** Offset of the first of the comment lines directly above a place; the place itself where there are none. */
function withCommentsAbove(text: string, at: number): number {
  let start = at;
  while (start > 0) {
    const above = text.lastIndexOf("\n", start - 2) + 1;
    if (text[above] !== "#") break;
    start = above;
  }
  return start;
}
