/** What others call things of the language: by where they stand, by the others' word. */
export type Aliases = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What is meant by a word that others use; null for no known one. */
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
