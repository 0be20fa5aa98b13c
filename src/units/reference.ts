import { create, createUnitDependencies, type MathJsInstance, unitDependencies } from "mathjs";
import { dimension } from "./dimension.ts";
import { unitTable } from "./table.ts";

/**
 * The same unit list built on mathjs' Unit, in an instance of its own (no other package sees our units, and no parser
 * or evaluator is in it). Not on the start-up path: the table is checked against it by a test, and whoever needs
 * mathjs units at leisure (checking the formula book's dimensions) takes the instance from here.
 */
let instance: MathJsInstance | null = null;

/** mathjs knows neither `$` nor counted things nor operations. */
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

/** One atom in mathjs' notation; null for one that is not on the list (mathjs knows many that we do not). */
function atom(text: string): string | null {
  const row = unitTable.find((unit) => unit.spelling === text);
  if (!row) return null;
  const operations = /^([KMGTPEZY]?)FLOP(S?)$/.exec(text);
  if (operations) {
    const prefix = operations[1] === "K" ? "k" : operations[1];
    return operations[2] ? `(${prefix}FLOP / s)` : `${prefix}FLOP`;
  }
  // Counted spellings are one thing each, whatever their word; the base unit is the row's dimension.
  if (row.counted && row.dimension !== "$") return row.dimension;
  return spellings.get(text) ?? text;
}

/**
 * How many base units (of the dimension with `key`) mathjs finds in one `text`; null when mathjs finds another
 * dimension or the text is no unit of ours. `%` is no unit in mathjs and is not asked for.
 */
export function referenceFactor(text: string, key: string): number | null {
  const math = referenceUnits();
  const wanted = translate(text);
  const base = translate(dimension(key).key);
  if (wanted === null || base === null) return null;
  const left = math.unit(`1 ${wanted}`);
  return left.equalBase(math.unit(`1 ${base}`)) ? left.toNumber(base) : null;
}

/** `$/GPU-hour` or a dimension's key `$/GPU/s` in mathjs' notation: `dollar / (GPU hour)`. */
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
