import { type Parts, type Pieces, wordsOf } from "./parts.ts";
import { nameOf, type Reach } from "./reach.ts";

/** Something that a program answers: a scenario or a table. */
export interface Answer {
  /** As it is called; of a scenario that a `show` puts together its text. */
  readonly name: string;
  /** Its definition; null for one that a `show` puts together. */
  readonly owner: string | null;
  readonly form: "scenario" | "search" | "sweep";
}

/** What is asked of a table: the expressions that it is ranked by, several for a front, and the paths that it keeps rows per. */
export interface Ranking {
  readonly aims: readonly string[];
  readonly per: readonly string[];
}

/**
 * The answers of two programs, in the order of the second, then those of the first alone. A scenario that only tables (or scenarios
 * that only tables read) read is where these begin, and no answer, unless a verb asks for it.
 */
export function answersOf(before: Parts, after: Parts, reach: Reach): readonly Answer[] {
  const asked = new Set([...before.verbs, ...after.verbs].flatMap(wordsOf));
  const known = new Map<string, boolean>();
  const isAnswer = (owner: string): boolean => {
    if (!owner.startsWith("let ")) return false;
    const told = known.get(owner);
    if (told !== undefined) return told;
    // Of definitions that read each other none begins.
    known.set(owner, false);
    const readers = reach.readersOf(owner).filter((one) => !one.startsWith("import "));
    const is = asked.has(nameOf(owner)) || readers.every((one) => !isTable(one)) || readers.some(isAnswer);
    known.set(owner, is);
    return is;
  };
  const owners = new Set([...after.pieces.values(), ...before.pieces.values()].map(({ owner }) => owner));
  const named = [...owners].flatMap((owner): readonly Answer[] => {
    const name = nameOf(owner);
    if (owner.startsWith("search ")) return [{ name, owner, form: "search" }];
    if (owner.startsWith("sweep ")) return [{ name, owner, form: "sweep" }];
    return isAnswer(owner) ? [{ name, owner, form: "scenario" }] : [];
  });
  const shown = new Set([...after.shown, ...before.shown]);
  return [...named, ...[...shown].map((name): Answer => ({ name, owner: null, form: "scenario" }))];
}

/** Whether a definition is a `search` or a `sweep`. */
export const isTable = (owner: string): boolean => /^(?:search|sweep) /.test(owner);

/** The search whose best a `let` is, where it is nothing else. */
export function bestOf(pieces: Pieces, owner: string): string | null {
  const text = pieces.get(owner)?.text ?? "";
  const table = /^let \w+ = first\((\w+)\)$/.exec(text)?.[1];
  return table !== undefined && pieces.has(`search ${table}`) ? table : null;
}

export function rankingOf(pieces: Pieces, owner: string | null): Ranking {
  const listOf = (name: string): readonly string[] => pieces.get(`${owner}: ${name}`)?.list ?? [];
  return { aims: listOf("ranked by"), per: listOf("keep") };
}

/** The clauses of a table that are about something: `for`, `for plan.dp`. */
export const clausesOf = (pieces: Pieces, owner: string | null, about: string): readonly string[] =>
  [...pieces].flatMap(([key, { text }]) => (`${key} `.startsWith(`${owner}: ${about} `) ? [text] : []));

/** Whether a definition is a search of all plans there are. */
export function searchesAllPlans(pieces: Pieces, owner: string): boolean {
  const fors = clausesOf(pieces, owner, "for");
  return (
    owner.startsWith("search ") &&
    pieces.has(owner) &&
    (fors.length === 0 || fors.includes("for plan in all"))
  );
}
