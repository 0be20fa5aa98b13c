/** Names that other tools use for names of the language, by context and then by the other tool's name. */
export type Aliases = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Name of the language for another tool's word; null for an unknown word. */
export function aliased(aliases: Aliases, where: string, word: string): string | null {
  const known = Object.hasOwn(aliases, where) ? aliases[where] : undefined;
  return known && Object.hasOwn(known, word) ? (known[word] ?? null) : null;
}

export const allAliases = (
  aliases: Aliases,
): readonly (readonly [where: string, word: string, meant: string])[] =>
  Object.entries(aliases).flatMap(([where, words]) =>
    Object.entries(words).map(([word, meant]) => [where, word, meant] as const),
  );
