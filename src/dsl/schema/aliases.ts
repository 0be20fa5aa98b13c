/**
 * Table of names in other tools and papers for names of the language. The outer key is the context (a record or a
 * field), the inner key the other name.
 */
export type Aliases = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Name in the language for a name of another tool; null for an unknown name. `where` is the context in the table of
 * aliases.
 */
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
