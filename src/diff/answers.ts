import { type Parts, type Pieces, wordsOf } from "./parts.ts";
import { nameOf, type Reach } from "./reach.ts";

/** Answer of a program: a scenario or a table (search or sweep) whose results a comparison shows. */
export interface Answer {
  /** Name of the answer. A scenario written inside a `show` has its text as name. */
  readonly name: string;
  /**
   * Key of the definition that gives the answer: `search best`. null for a scenario written inside a `show`.
   */
  readonly owner: string | null;
  readonly form: "scenario" | "search" | "sweep";
}

/**
 * Order of a table's rows: the expressions that they are ranked by (several for a Pareto front), and the
 * paths that `keep` keeps the best rows per.
 */
export interface Ranking {
  readonly aims: readonly string[];
  readonly per: readonly string[];
}

/**
 * Answers of two programs: the second program's in text order, then answers that only the first has. A
 * scenario that a table reads is an input, not an answer, unless another answer or a verb such as `show`
 * reads it.
 */
export function answersOf(before: Parts, after: Parts, reach: Reach): readonly Answer[] {
  const asked = new Set([...before.verbs, ...after.verbs].flatMap(wordsOf));
  const known = new Map<string, boolean>();
  const isAnswer = (owner: string): boolean => {
    if (!owner.startsWith("let ")) return false;
    const found = known.get(owner);
    if (found !== undefined) return found;
    // Definitions that read each other in a circle have no value, so they are no answers.
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

/** True where a definition is a `search` or a `sweep`. */
export const isTable = (owner: string): boolean => /^(?:search|sweep) /.test(owner);

/** Owner of the search that a `let` of the form `first(SEARCH)` reads. null for any other `let`. */
export function bestOf(pieces: Pieces, owner: string): string | null {
  const text = pieces.get(owner)?.text ?? "";
  const table = /^let \w+ = first\((\w+)\)$/.exec(text)?.[1];
  return table !== undefined && pieces.has(`search ${table}`) ? table : null;
}

export function rankingOf(pieces: Pieces, owner: string | null): Ranking {
  const listOf = (name: string): readonly string[] => pieces.get(`${owner}: ${name}`)?.list ?? [];
  return { aims: listOf("ranked by"), per: listOf("keep") };
}

/** Texts of a table's clauses whose key starts with `about`: `for`, `for plan.dp`. */
export const clausesOf = (pieces: Pieces, owner: string | null, about: string): readonly string[] =>
  [...pieces].flatMap(([key, { text }]) => (`${key} `.startsWith(`${owner}: ${about} `) ? [text] : []));

/** True where a definition is a search over all plans, not over listed values. */
export function searchesAllPlans(pieces: Pieces, owner: string): boolean {
  const fors = clausesOf(pieces, owner, "for");
  return (
    owner.startsWith("search ") &&
    pieces.has(owner) &&
    (fors.length === 0 || fors.includes("for plan in all"))
  );
}
