import type { File, Span } from "../../dsl/ast/ast.ts";
import { parseSection } from "../../dsl/syntax/index.ts";

/**
 * Tree of a text that differs from a parsed one in one place. Only statements near the place are parsed again; those
 * after it move. Null where the whole text must be parsed: an edit among imports, or an open bracket.
 */
export function editedTree(before: File, text: string): File | null {
  const old = before.source.text;
  const most = Math.min(old.length, text.length);
  let head = 0;
  while (head < most && old.charCodeAt(head) === text.charCodeAt(head)) head++;
  let tail = 0;
  const [oldLast, last] = [old.length - 1, text.length - 1];
  while (tail < most - head && old.charCodeAt(oldLast - tail) === text.charCodeAt(last - tail)) tail++;
  const delta = text.length - old.length;
  const { items } = before;
  // A statement more at each side: an edit may join a statement to its neighbour, or change its doc comment.
  const first = Math.max(0, items.findLastIndex(({ span }) => span.start < head) - 1);
  const begun = items.findIndex(({ span }) => span.start > old.length - tail);
  const next = begun < 0 ? items.length : Math.min(items.length, begun + 1);
  const isHead = (at: number): boolean => items[at] === undefined || items[at].kind === "import";
  if (isHead(first) || isHead(first + 1)) return null;
  const start = items[first]?.span.start ?? 0;
  const end = next < items.length ? lineStart(old, items[next]?.span.start ?? 0) + delta : text.length;
  if (end <= start) return null;
  const source = { name: before.source.name, text };
  const middle = parseSection(source, { start, end });
  if (middle.diagnostics.some(({ code }) => code === "unclosed" || code === "too-large")) return null;
  if (middle.file.items.some(({ kind }) => kind === "import") || middle.file.edition) return null;
  const within = (one: { readonly span: Span }): boolean => one.span.start < start;
  const after = (one: { readonly span: Span }): boolean => one.span.start >= end - delta;
  return {
    ...before,
    source,
    items: [...items.slice(0, first), ...middle.file.items, ...moved(items.slice(next), delta)],
    comments: [
      ...before.comments.filter(within),
      ...middle.file.comments,
      ...moved(before.comments.filter(after), delta),
    ],
  };
}

const lineStart = (text: string, at: number): number => text.lastIndexOf("\n", at - 1) + 1;

/** Copies of nodes with all their spans moved by `delta`. */
function moved<Node>(nodes: readonly Node[], delta: number): readonly Node[] {
  return delta === 0 ? nodes : nodes.map((one) => movedNode(one, delta) as Node);
}

function movedNode(node: unknown, delta: number): unknown {
  if (typeof node !== "object" || node === null) return node;
  if (Array.isArray(node)) return node.map((one) => movedNode(one, delta));
  const copy: Record<string, unknown> = {};
  const { start, end } = node as Partial<Span>;
  if (typeof start === "number" && typeof end === "number") return { start: start + delta, end: end + delta };
  for (const key in node) copy[key] = movedNode((node as Record<string, unknown>)[key], delta);
  return copy;
}
