import { type Pieces, wordsOf } from "./parts.ts";

/**
 * Dependencies between a program's definitions, found by the words of their texts. Some may not exist in
 * fact; none is missed.
 */
export interface Reach {
  /** Keys of all definitions that a text reads, directly or indirectly: `plan tp8`. */
  of(text: string): ReadonlySet<string>;
  /** Keys of definitions that read a definition directly. */
  readersOf(owner: string): readonly string[];
}

/**
 * Dependencies over several versions of a program: a definition depends on all that it reads in any version.
 */
export function reachIn(...programs: readonly Pieces[]): Reach {
  const named = new Map<string, Set<string>>();
  const words = new Map<string, Set<string>>();
  for (const pieces of programs)
    for (const { owner, text } of pieces.values()) {
      const name = nameOf(owner);
      named.set(name, (named.get(name) ?? new Set()).add(owner));
      const own = words.get(owner) ?? new Set();
      for (const word of wordsOf(text)) own.add(word);
      words.set(owner, own);
    }
  const direct = (own: Iterable<string>): readonly string[] =>
    [...own].flatMap((word) => [...(named.get(word) ?? [])]);
  return {
    of(text) {
      const found = new Set(direct(wordsOf(text)));
      // Iterating over a Set also visits entries added during the loop, so this follows indirect reads.
      for (const owner of found) for (const one of direct(words.get(owner) ?? [])) found.add(one);
      return found;
    },
    readersOf: (owner) =>
      [...words].flatMap(([reader, own]) => (reader !== owner && own.has(nameOf(owner)) ? [reader] : [])),
  };
}

/** Name within a definition's key: `search best` → `best`. */
export const nameOf = (owner: string): string => owner.slice(owner.lastIndexOf(" ") + 1);
