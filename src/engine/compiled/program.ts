import { canCompile } from "../../units/index.ts";
import { type CompiledPiece, compiledPiece, type Natives } from "./compiledPiece.ts";
import { interpretedPiece } from "./interpretedPiece.ts";
import { bitOf, type Piece, pieces } from "./pieces.ts";
import { type Guard, isStep, type Recorded, type Recording, type Step } from "./recording.ts";

/**
 * Compiled program of a trace. It fills `results` for given values of the variables. Returns false where a decision differs
 * from the recorded one.
 */
export type Program = (variables: Float64Array, results: Float64Array) => boolean;

/**
 * Compiles a trace to native functions that fill `results` with the values of `asked`. Pieces whose variables are unchanged since the last
 * call are not run again.
 */
export function program({ entries }: Pick<Recording, "entries">, asked: readonly Recorded[]): Program {
  const live = needed(entries, asked);
  const parts = pieces(entries.filter((entry) => !isStep(entry) || live.has(entry.at)));
  const passed = passedBetween(parts, asked);
  const natives: Natives = { decisions: [], counters: [], counted: [], known: new Map() };
  const made = canCompile() ? compiledPiece : interpretedPiece;
  const runs = parts.map((piece) => made(piece, passed, natives));
  const masks = parts.map((piece) => piece.variables);
  const values = new Float64Array(passed.size);
  const places = [...asked.keys()].filter((place) => asked[place]?.kind !== "constant");
  const slots = places.map((place) => passed.get((asked[place] as Step).at) ?? 0);
  const fixed = Float64Array.from(asked, ({ value }) => value);
  let last: Float64Array | null = null;
  return (variables, results) => {
    const changed = last === null ? ~0 : differing(last, variables);
    const before = last ?? new Float64Array(variables.length);
    // After a call that ends early, only some values belong to its variables.
    last = null;
    for (let i = 0; i < runs.length; i++) {
      if (((masks[i] as number) & changed) === 0) continue;
      const { native, constants } = runs[i] as CompiledPiece;
      if (!native(variables, values, constants, natives)) return false;
    }
    // Loops instead of `set`, which has a high fixed cost for short arrays.
    for (let i = 0; i < before.length; i++) before[i] = variables[i] as number;
    last = before;
    for (let i = 0; i < fixed.length; i++) results[i] = fixed[i] as number;
    for (let i = 0; i < places.length; i++)
      results[places[i] as number] = values[slots[i] as number] as number;
    return true;
  };
}

/** Bit mask of the variables in which `a` and `b` differ. */
function differing(a: Float64Array, b: Float64Array): number {
  let bits = 0;
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) bits |= bitOf(i);
  return bits;
}

/** Indices of the steps that a result or a guard depends on. */
function needed(entries: readonly (Step | Guard)[], asked: readonly Recorded[]): ReadonlySet<number> {
  const live = new Set<number>();
  const mark = (one: Recorded): void => {
    if (one.kind !== "constant") live.add(one.at);
  };
  asked.forEach(mark);
  // The operands of a step come before it.
  for (let i = entries.length - 1; i >= 0; i--) {
    const entry = entries[i];
    if (!entry || (isStep(entry) && !live.has(entry.at)) || !("of" in entry)) continue;
    for (const one of entry.of) mark(one);
  }
  return live;
}

/** Assigns a slot (index in the shared array of values) to each step whose value later pieces or results need. */
function passedBetween(parts: readonly Piece[], asked: readonly Recorded[]): ReadonlyMap<number, number> {
  const slots = new Map<number, number>();
  const keep = (at: number): void => {
    if (!slots.has(at)) slots.set(at, slots.size);
  };
  for (const one of asked) if (one.kind !== "constant") keep(one.at);
  for (const { entries } of parts) {
    const own = new Set(entries.flatMap((entry) => (isStep(entry) ? [entry.at] : [])));
    for (const entry of entries)
      for (const one of "of" in entry ? entry.of : [])
        if (one.kind !== "constant" && !own.has(one.at)) keep(one.at);
  }
  return slots;
}
