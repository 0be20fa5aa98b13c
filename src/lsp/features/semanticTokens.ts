import type { Range, SemanticTokens, SemanticTokensDelta, SemanticTokensEdit } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { File } from "../../dsl/ast/ast.ts";
import {
  highlightKinds,
  highlightsOf,
  type StatementPart,
  statementParts,
} from "../../dsl/services/index.ts";

/** Types of semantic tokens, in the order of their numbers. */
export const tokenTypes: readonly string[] = highlightKinds;

/**
 * Tokens of a part of a text, as the protocol has them: five numbers a token (line and character relative to the token
 * before it, length, type, modifiers). The first one is relative to the part's begin.
 */
interface Encoded {
  readonly data: readonly number[];
  /** Place of the last token, relative to the part's begin. */
  readonly last: Place;
  /** Place of the part's end, relative to its begin. */
  readonly end: Place;
}

interface Place {
  readonly line: number;
  /** Character in the line, which counts from the part's begin in the part's first line. */
  readonly character: number;
}

const BEGIN: Place = { line: 0, character: 0 };

/**
 * Semantic tokens of open documents. Tokens of a statement are known by its text, so that an edit costs the statements
 * that it changes.
 */
export class DocumentTokens {
  private readonly known = new Map<string, ReadonlyMap<string, Encoded>>();
  private readonly sent = new Map<string, SemanticTokens & { readonly resultId: string }>();
  private results = 0;

  /** Tokens of a whole document. */
  full(document: TextDocument, file: File): SemanticTokens {
    const before = this.known.get(document.uri);
    const used = new Map<string, Encoded>();
    const data = joined(BEGIN, statementParts(file), (part) => {
      const text = file.source.text.slice(part.span.start, part.span.end);
      // The same text between statements is another part: `model` as a statement and as a leftover word.
      const key = `${part.node ? "s" : "b"}${text}`;
      const found = used.get(key) ?? before?.get(key) ?? encoded(text, file, part);
      used.set(key, found);
      return found;
    });
    this.known.set(document.uri, used);
    const tokens = { resultId: String(++this.results), data };
    this.sent.set(document.uri, tokens);
    return tokens;
  }

  /** Difference to the tokens sent before as `previous`; all tokens where others were sent last. */
  delta(document: TextDocument, file: File, previous: string): SemanticTokens | SemanticTokensDelta {
    const before = this.sent.get(document.uri);
    const now = this.full(document, file);
    if (before?.resultId !== previous) return now;
    const edits = [difference(before.data, now.data)];
    return { edits, ...(now.resultId === undefined ? {} : { resultId: now.resultId }) };
  }

  forget(uri: string): void {
    this.known.delete(uri);
    this.sent.delete(uri);
  }
}

/** Tokens of the statements that touch a range, and of the comments beside them. */
export function rangeTokens(document: TextDocument, file: File, range: Range): SemanticTokens {
  const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
  const parts = statementParts(file).filter(({ span }) => span.start <= end && span.end >= start);
  const first = document.positionAt(parts[0]?.span.start ?? 0);
  const text = ({ span }: StatementPart): string => file.source.text.slice(span.start, span.end);
  return { data: joined(first, parts, (part) => encoded(text(part), file, part)) };
}

/** Tokens of parts that follow each other, the first of which begins at a place. */
function joined(
  begin: Place,
  parts: readonly StatementPart[],
  tokensOf: (part: StatementPart) => Encoded,
): number[] {
  const data: number[] = [];
  let at = begin;
  let last = BEGIN;
  for (const part of parts) {
    const tokens = tokensOf(part);
    if (tokens.data.length > 0) {
      const first = behind(at, { line: tokens.data[0] ?? 0, character: tokens.data[1] ?? 0 });
      const line = first.line - last.line;
      data.push(line, line === 0 ? first.character - last.character : first.character);
      for (let i = 2; i < tokens.data.length; i++) data.push(tokens.data[i] ?? 0);
      last = behind(at, tokens.last);
    }
    at = behind(at, tokens.end);
  }
  return data;
}

/** Edit from some numbers to others: what lies between their common beginning and their common end. */
function difference(before: readonly number[], now: readonly number[]): SemanticTokensEdit {
  const most = Math.min(before.length, now.length);
  let head = 0;
  while (head < most && before[head] === now[head]) head++;
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  return { start: head, deleteCount: before.length - tail - head, data: now.slice(head, now.length - tail) };
}

/** Place in the document of a place relative to a part that begins at `at`. */
const behind = (at: Place, { line, character }: Place): Place => ({
  line: at.line + line,
  character: line === 0 ? at.character + character : character,
});

/** Tokens of a part with this text. */
function encoded(text: string, file: File, part: StatementPart): Encoded {
  const data: number[] = [];
  let last = BEGIN;
  let at = BEGIN;
  let offset = 0;
  const breaks = text.matchAll(/\r\n|\r|\n/g);
  let next = breaks.next();
  /** Place of an offset, which is not before the last one asked for. */
  const placeOf = (wanted: number): Place => {
    while (next.value && next.value.index < wanted) {
      offset = next.value.index + next.value[0].length;
      at = { line: at.line + 1, character: 0 };
      next = breaks.next();
    }
    return { line: at.line, character: wanted - offset };
  };
  for (const { span, kind } of highlightsOf(file.source.text, part)) {
    const place = placeOf(span.start - part.span.start);
    const line = place.line - last.line;
    data.push(line, line === 0 ? place.character - last.character : place.character);
    data.push(span.end - span.start, highlightKinds.indexOf(kind), 0);
    last = place;
  }
  return { data, last, end: placeOf(text.length) };
}
