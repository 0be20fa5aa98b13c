import { type Pieces, wordsOf } from "./parts.ts";

/**
 * Dependencies between a program's definitions, found by the words of their texts. May include false ones,
 * never misses one.
 */
export interface Reach {
  /** Definitions that a text reads, directly or indirectly, by owner: `plan tp8`. */
  of(text: string): ReadonlySet<string>;
  /** Owners that read a definition directly. */
  readersOf(owner: string): readonly string[];
}

/** Dependencies over several programs: a name reads what it reads in any of them. */
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
      // A loop over a Set also visits entries added meanwhile.
      for (const owner of found) for (const one of direct(words.get(owner) ?? [])) found.add(one);
      return found;
    },
    readersOf: (owner) =>
      [...words].flatMap(([reader, own]) => (reader !== owner && own.has(nameOf(owner)) ? [reader] : [])),
  };
}

/** Name in an owner: `search best` → `best`. */
export const nameOf = (owner: string): string => owner.slice(owner.lastIndexOf(" ") + 1);
