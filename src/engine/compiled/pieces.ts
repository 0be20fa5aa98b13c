import type { Counts } from "../core/algebra.ts";
import type { Guard, Step } from "./recording.ts";

/** Piece of a trace: entries that are computed together, again whenever one of their variables changes. */
export interface Piece {
  /** Bit mask of the variables that the entries depend on (`bitOf`). */
  readonly variables: number;
  readonly entries: readonly (Step | Guard)[];
}

/** Maximum number of entries in one function, because V8 does not optimise much longer ones. */
const LONGEST = 400;
/** Number of bits in a mask of variables. Variables beyond them share the last bit. */
const BITS = 31;

/** Bit that stands for a variable in a mask, such as `Piece.variables`. Variables with large numbers share the last bit. */
export const bitOf = (variable: number): number => 1 << Math.min(variable, BITS - 1);

/** Sort key of an entry: the simulations before it, then its variables. */
interface Standing {
  /** Number of simulations that the entry depends on. */
  readonly after: number;
  readonly variables: number;
}

/**
 * Groups entries by the variables they depend on, fewest variables first, so that an entry never depends on a later piece.
 * Consecutive rows of a table share most variables, so most pieces are reused. A simulation stays after all decisions before it,
 * which ensure that it has valid input.
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
