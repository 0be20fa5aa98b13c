import type { Counts } from "../core/algebra.ts";
import type { Guard, Step } from "./recording.ts";

/** Entries of a record that are worked out together: all of them again where one of their variables is another than before. */
export interface Piece {
  /** The variables that enter it, as bits. */
  readonly variables: number;
  readonly entries: readonly (Step | Guard)[];
}

/** Entries in one function: V8 optimises none that is much longer. */
const LONGEST = 400;
/** Variables that are told apart; all further ones count as one. */
const BITS = 31;

/** The bit of a variable. */
export const bitOf = (variable: number): number => 1 << Math.min(variable, BITS - 1);

/** Where an entry comes: after a simulation, and of the same simulations by its variables. */
interface Standing {
  /** Simulations that come before. */
  readonly after: number;
  readonly variables: number;
}

/**
 * Entries by the variables that enter them, those of fewer variables first: what an entry is made of is never in a later piece.
 * Rows of a table follow each other, and most of its variables are the same from one row to the next. A simulation stays behind all
 * decisions that were taken before it: they say that there is something to simulate.
 */
export function pieces(entries: readonly (Step | Guard)[]): readonly Piece[] {
  const known = new Map<number, Standing>();
  const together = new Map<string, Standing & { readonly found: (Step | Guard)[][] }>();
  const simulations = new Map<Counts, number>();
  for (const entry of entries) {
    const standing = standingOf(entry, known, simulations);
    if ("at" in entry) known.set(entry.at, standing);
    const key = `${standing.after} ${standing.variables}`;
    const found: (Step | Guard)[][] = together.get(key)?.found ?? [];
    together.set(key, { ...standing, found });
    const last = found.at(-1);
    if (last && last.length < LONGEST) last.push(entry);
    else found.push([entry]);
  }
  return [...together.values()]
    .sort((a, b) => a.after - b.after || count(a.variables) - count(b.variables))
    .flatMap(({ variables, found }) => found.map((own) => ({ variables, entries: own })));
}

function standingOf(
  entry: Step | Guard,
  known: ReadonlyMap<number, Standing>,
  simulations: Map<Counts, number>,
): Standing {
  if ("variable" in entry) return { after: 0, variables: bitOf(entry.variable) };
  let [after, variables] = [0, 0];
  for (const one of entry.of) {
    const of = one.kind === "constant" ? undefined : known.get(one.at);
    after = Math.max(after, of?.after ?? 0);
    variables |= of?.variables ?? 0;
  }
  if (entry.kind !== "counted") return { after, variables };
  const own = simulations.get(entry.counts) ?? simulations.size + 1;
  simulations.set(entry.counts, own);
  return { after: own, variables };
}

function count(bits: number): number {
  let ones = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) ones++;
  return ones;
}
