import { create, createUnitDependencies, type MathJsInstance, unitDependencies } from "mathjs";
import { dimension } from "./dimension.ts";
import { unitTable } from "./table.ts";

/**
 * mathjs with our list of units, in a separate instance that no other package shares. It is not loaded at start: a test
 * checks the unit table against it, and the check of formula dimensions uses it.
 */
let instance: MathJsInstance | null = null;

/** Base units that mathjs lacks: `$`, counted units and operations. */
const extraBases = ["token", "sequence", "param", "GPU", "dollar"];

export function referenceUnits(): MathJsInstance {
  if (instance) return instance;
  const made = create({ ...unitDependencies, ...createUnitDependencies });
  for (const base of extraBases) made.createUnit(base);
  made.createUnit("FLOP", { prefixes: "short" });
  instance = made;
  return made;
}

const spellings: ReadonlyMap<string, string> = new Map([
  ["$", "dollar"],
  ["USD", "dollar"],
  ["KB", "kB"],
  ["t", "Mg"],
  ["bytes", "byte"],
  ["bits", "bit"],
]);

/** Unit of our table in mathjs' notation; null for a unit that is not in our table (mathjs has many more). */
function atom(text: string): string | null {
  const row = unitTable.find((unit) => unit.spelling === text);
  if (!row) return null;
  const operations = /^([KMGTPEZY]?)FLOP(S?)$/.exec(text);
  if (operations) {
    const prefix = operations[1] === "K" ? "k" : operations[1];
    return operations[2] ? `(${prefix}FLOP / s)` : `${prefix}FLOP`;
  }
  // All spellings of a counted unit mean one item, so the base unit stands for them.
  if (row.counted && row.dimension !== "$") return row.dimension;
  return spellings.get(text) ?? text;
}

/**
 * Factor from a unit to the base unit of the dimension with `key`, computed by mathjs. Null where mathjs finds another
 * dimension, or for a text that is not one of our units. `%` is no unit in mathjs and is not checked.
 */
export function referenceFactor(text: string, key: string): number | null {
  const math = referenceUnits();
  const wanted = translate(text);
  const base = translate(dimension(key).key);
  if (wanted === null || base === null) return null;
  const left = math.unit(`1 ${wanted}`);
  return left.equalBase(math.unit(`1 ${base}`)) ? left.toNumber(base) : null;
}

/** Compound unit (`$/GPU-hour`) or dimension key (`$/GPU/s`) in mathjs' notation: `dollar / (GPU hour)`. */
function translate(compound: string): string | null {
  const parts: string[] = [];
  for (const part of compound.split("/")) {
    const factors: string[] = [];
    for (const piece of part.split(/[-*]/)) {
      const [name = "", power] = piece.split("^");
      const known = atom(name);
      if (known === null) return null;
      factors.push(power === undefined ? known : `${known}^${power}`);
    }
    parts.push(factors.length > 1 ? `(${factors.join(" ")})` : factors.join(" "));
  }
  return parts.join(" / ");
}
