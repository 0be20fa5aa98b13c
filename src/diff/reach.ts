import { type Pieces, wordsOf } from "./parts.ts";

/** The names that a program's definitions read, by the words of their texts: some that are read by nobody among them, but all that are. */
export interface Reach {
  /** The definitions that a text reads, and those that these read, by owner: `plan tp8`. */
  of(text: string): ReadonlySet<string>;
  /** The owners that read a definition themselves. */
  readersOf(owner: string): readonly string[];
}

/** Of several programs: a name reads what it reads in any of them. */
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
      // A set's loop goes on to what is added to it.
      for (const owner of found) for (const one of direct(words.get(owner) ?? [])) found.add(one);
      return found;
    },
    readersOf: (owner) =>
      [...words].flatMap(([reader, own]) => (reader !== owner && own.has(nameOf(owner)) ? [reader] : [])),
  };
}

/** `search best` → `best` */
export const nameOf = (owner: string): string => owner.slice(owner.lastIndexOf(" ") + 1);
