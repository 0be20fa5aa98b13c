import type { Expr, File, Import, Span, Statement } from "../../ast/ast.ts";
import { isHardWord, isWord } from "../../ast/words.ts";
import { scan } from "../text/scan.ts";

/** Kinds of highlighted words. Each is also a token type of the Language Server Protocol. */
export const highlightKinds = [
  "comment",
  "string",
  "number",
  "type",
  "keyword",
  "variable",
  "function",
  "property",
  "parameter",
] as const;

/** Highlighted word of a text. A unit is a `type`, a field or a member is a `property`. */
export interface Highlight {
  readonly span: Span;
  readonly kind: (typeof highlightKinds)[number];
}

/** Part of a text: a statement with its tree, or the blanks and comments between two statements. */
export interface StatementPart {
  readonly span: Span;
  /** Tree of the statement; null between statements. */
  readonly node: Statement | Import | Expr | null;
}

/** Parts of a file in written order. Each begins where the one before it ends, and together they are the text. */
export function statementParts({ items, result, source }: File): readonly StatementPart[] {
  const nodes = [...items, ...(result ? [result] : [])].sort((a, b) => a.span.start - b.span.start);
  const parts: StatementPart[] = [];
  let at = 0;
  for (const node of nodes) {
    const { start, end } = node.span;
    if (start < at) continue; // a statement that a mended mistake put inside another
    if (start > at) parts.push({ span: { start: at, end: start }, node: null });
    parts.push({ span: { start, end }, node });
    at = end;
  }
  const end = source.text.length;
  return at < end ? [...parts, { span: { start: at, end }, node: null }] : parts;
}

/** Highlighted words of a parsed file, in written order. */
export const highlights = (file: File): readonly Highlight[] =>
  statementParts(file).flatMap((part) => highlightsOf(file.source.text, part));

/**
 * Highlighted words of a part of a text, in written order. The tree says which words are names; all other words of the
 * grammar are keywords.
 */
export function highlightsOf(text: string, { span: part, node }: StatementPart): readonly Highlight[] {
  const roles = new Map<number, Highlight["kind"]>();
  const units = new Map<number, Span>();
  look(node, roles, units);
  return scan(text.slice(part.start, part.end)).flatMap(
    ({ kind, start: begun, end: ended, text: word }): Highlight[] => {
      const [start, end] = [begun + part.start, ended + part.start];
      const span = { start, end };
      switch (kind) {
        case "comment":
        case "string":
          return [{ span, kind }];
        case "number":
          return numberParts(span, units);
        case "word": {
          if (units.has(start)) return [{ span, kind: "type" }];
          const role = isHardWord(word) ? undefined : roles.get(start);
          if (role) return [{ span, kind: role }];
          return isWord(word) ? [{ span, kind: "keyword" }] : [];
        }
        default:
          return [];
      }
    },
  );
}

/** A number, with the letters of its unit apart where they follow it without a blank: `8.5%`. */
function numberParts(span: Span, units: ReadonlyMap<number, Span>): Highlight[] {
  for (let at = span.start + 1; at < span.end; at++)
    if (units.has(at))
      return [
        { span: { start: span.start, end: at }, kind: "number" },
        { span: { start: at, end: span.end }, kind: "type" },
      ];
  return [{ span, kind: "number" }];
}

/** Notes the role of each name and the place of each unit in a part of the tree. */
function look(node: unknown, roles: Map<number, Highlight["kind"]>, units: Map<number, Span>): void {
  if (typeof node !== "object" || node === null) return;
  if (Array.isArray(node)) {
    for (const one of node) look(one, roles, units);
    return;
  }
  const one = node as Readonly<Record<string, unknown>> & { readonly span?: Span; readonly unitSpan?: Span };
  // The clause names its column `efficiency` at the place of its keyword.
  if (one.kind === "scaling") {
    look(one.how, roles, units);
    return;
  }
  if (one.unitSpan) units.set(one.unitSpan.start, one.unitSpan);
  if (typeof one.name === "string" && one.span && !roles.has(one.span.start))
    roles.set(one.span.start, "variable");
  if (one.kind === "call") role(one.callee, "function", roles);
  if (one.kind === "member") role(one.member, "property", roles);
  if (one.kind === "fn") {
    role(one.name, "function", roles);
    for (const param of one.params as readonly unknown[]) role(param, "parameter", roles);
  }
  // Fields of a record have a path and a value, named arguments a name and a value without a kind of their own.
  if (one.kind === undefined && one.path && one.value)
    for (const name of (one.path as { readonly names: readonly unknown[] }).names)
      role(name, "property", roles);
  if (one.kind === undefined && one.name && one.value && one.span) role(one.name, "parameter", roles);
  for (const key in one) look(one[key], roles, units);
}

function role(name: unknown, kind: Highlight["kind"], roles: Map<number, Highlight["kind"]>): void {
  const { span } = name as { readonly span: Span };
  roles.set(span.start, kind);
}
