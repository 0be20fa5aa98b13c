import type { Piece } from "./parts.ts";

/** Program text assembled from pieces. It has no `show` or other verbs. */
export function programOf(pieces: Iterable<Piece>): string {
  const all = [...pieces];
  const imports = all.filter(({ kind }) => kind === "import").map(({ text }) => text);
  const inner = new Map<string, string[]>();
  for (const { kind, owner, path, text } of all)
    if (kind === "field" || kind === "clause")
      inner.set(owner, [...(inner.get(owner) ?? []), `  ${path}${text}`]);
  const definitions = all.flatMap(({ kind, owner, text }): readonly string[] => {
    if (kind === "whole") return [text];
    if (kind !== "head") return [];
    const lines = inner.get(owner) ?? [];
    return /^(?:search|sweep) /.test(owner) ? [text, ...lines] : [`${text} {`, ...lines, "}"];
  });
  return `${[...imports, ...definitions].join("\n")}\n`;
}
