import type { File, Span } from "../../ast/ast.ts";
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

/**
 * Highlighted words of a parsed file, or of the statements that touch a span of it, in written order. The tree says
 * which words are names; all other words of the grammar are keywords.
 */
export function highlights(file: File, within?: Span): readonly Highlight[] {
  const { text } = file.source;
  const roles = new Map<number, Highlight["kind"]>();
  const units = new Map<number, Span>();
  const items = within
    ? file.items.filter(({ span }) => span.start <= within.end && span.end >= within.start)
    : file.items;
  look(items, roles, units);
  if (file.result) look(file.result, roles, units);
  const from = within ? Math.min(within.start, items[0]?.span.start ?? within.start) : 0;
  const to = within ? Math.max(within.end, items.at(-1)?.span.end ?? 0) : text.length;
  return scan(text.slice(from, to)).flatMap(({ kind, start: begun, end: ended, text: word }): Highlight[] => {
    const [start, end] = [begun + from, ended + from];
    const span = { start, end };
    switch (kind) {
      case "comment":
      case "string":
        return [{ span, kind }];
      case "number":
        return numberParts(span, units);
      case "word": {
        const unit = units.get(start);
        if (unit) return [{ span, kind: "type" }];
        const role = isHardWord(word) ? undefined : roles.get(start);
        if (role) return [{ span, kind: role }];
        return isWord(word) ? [{ span, kind: "keyword" }] : [];
      }
      default:
        return [];
    }
  });
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
