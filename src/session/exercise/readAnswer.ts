import { counted, quantileOf, type Value } from "../../dsl/evaluate/index.ts";
import {
  parseUnit,
  print,
  printDimension,
  printNumber,
  type Quantity,
  scaleFactor,
  type Unit,
  withUnit,
} from "../../units/index.ts";
import { textOfValue } from "../text/textOfValue.ts";
import type { Sealable } from "./seal.ts";

/** A reader's answer as it can be compared with a seal. */
export type ReadAnswer =
  | { readonly kind: "open" }
  /** An answer that cannot be compared, with the reason as a sentence. */
  | { readonly kind: "unreadable"; readonly why: string }
  | {
      readonly kind: "read";
      /** The answer as text: `112 GB`. */
      readonly text: string;
      /** Meanings of the answer, the likeliest first: 43 in percent is 43 or 0.43. */
      readonly meanings: readonly { readonly answer: Sealable; readonly note: string | null }[];
    };

/** Base units that only count. A number of them is also a plain number. */
const COUNTS: ReadonlySet<string> = new Set(["GPU", "token", "sequence", "param", "FLOP"]);

/**
 * Reads an answer to an exercise whose answer is in `unit` (undefined for a plain number or a word). Any unit of the same
 * dimension will do; a number without a unit is read in `unit`, and a count is accepted where a plain number is asked for.
 */
export function readAnswer(value: Value, unit: string | undefined): ReadAnswer {
  const plain = counted(value);
  switch (plain.kind) {
    case "none":
      return { kind: "open" };
    case "quantity":
      return readNumber(plain.draws ? { ...plain, value: quantileOf(plain.draws, 0.5) } : plain, unit);
    case "text":
      return word(plain.value, unit);
    case "word":
      return word(plain.word, unit);
    case "boolean":
      return word(plain.value ? "yes" : "no", unit);
    default:
      return unreadable(`${textOfValue(plain)} is not ${wanted(unit)}`);
  }
}

const unreadable = (why: string): ReadAnswer => ({ kind: "unreadable", why });
const wanted = (unit: string | undefined): string =>
  unit === undefined
    ? "a number or a word"
    : `a number such as \`${withUnit("2", unit).replace(/ (\w) /, "$1 ")}\``;

function word(text: string, unit: string | undefined): ReadAnswer {
  if (unit !== undefined) return unreadable(`the text “${text}” is not ${wanted(unit)}`);
  const answer = text.trim().toLowerCase().replace(/\s+/g, " ");
  return { kind: "read", text, meanings: [{ answer, note: null }] };
}

function readNumber(found: Quantity, unit: string | undefined): ReadAnswer {
  const { value, dimension } = found;
  const text = print(found);
  if (!Number.isFinite(value)) return unreadable(`${text} is no finite number`);
  const asked = unit === undefined ? null : askedUnit(unit);
  const read = (answer: number, note: string | null = null) => ({ answer, note });
  if (asked && asked.dimension === dimension) {
    // Without a unit, 43 in percent may be meant as 43%.
    const inUnit = found.unit === undefined && asked.factor !== 1 && dimension.key === "1";
    const also = inUnit ? [read(value * asked.factor, readAs(value, unit))] : [];
    return { kind: "read", text, meanings: [read(value), ...also] };
  }
  if (asked && dimension.key === "1") {
    const scaled = read(value * asked.scale * asked.factor, readAs(value, unit));
    // A reader who leaves out the unit may still have written the billions.
    const whole = asked.scale === 1 ? [] : [read(value * asked.factor)];
    return { kind: "read", text, meanings: [scaled, ...whole] };
  }
  const bases = Object.keys(dimension.exponents);
  if (!asked && (dimension.key === "1" || bases.every((base) => COUNTS.has(base)))) {
    const note = dimension.key === "1" ? null : `\`${text}\` is read as a plain number`;
    return { kind: "read", text, meanings: [read(value, note)] };
  }
  return unreadable(`\`${text}\` is ${printDimension(dimension)}, and the answer is ${wanted(unit)}`);
}

/** Unit of an exercise with the scale before it: `GB`, `B params`. Null for a text that is none. */
export function askedUnit(text: string): (Unit & { readonly scale: number; readonly name: string }) | null {
  const [, letters = "", name = ""] = /^(?:([KMGTPEB]i?)\s+)?(\S+)$/.exec(text) ?? [];
  const unit = parseUnit(name);
  const scale = letters === "" ? 1 : letters === "B" ? 1e9 : scaleFactor(letters);
  return unit && scale !== null && scale !== undefined ? { ...unit, scale, name } : null;
}

const readAs = (value: number, unit: string | undefined): string =>
  `the answer has no unit and is read as \`${withUnit(printNumber(value), unit ?? "").replace(/ (\w) /, "$1 ")}\``;
