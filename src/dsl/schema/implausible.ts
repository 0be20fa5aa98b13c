import { inBase, parseUnit, print, type Quantity } from "../../units/index.ts";
import type { FieldRow } from "./notation/row.ts";

export interface Implausible {
  readonly sentence: string;
  readonly label?: string;
  readonly help?: string;
}

const FASTEST_NIC = 800e9 / 8;

/** Warning for a value outside its field's plausible range; null for a plausible value. */
export function implausible(field: FieldRow, value: Quantity): Implausible | null {
  const inBits = memoryInBits(field, value);
  if (inBits) return inBits;
  const { plausible } = field;
  if (!plausible) return null;
  const { least, most } = plausible;
  if ((least === undefined || value.value >= least) && (most === undefined || value.value <= most))
    return null;
  if (value.dimension.key === "B/s") {
    const slip = bitsForBytes(field, value);
    if (slip) return slip;
  }
  const unit = field.unit;
  const show = (base: number) => print(inBase(base, value.dimension.key), unit);
  const usual =
    least !== undefined && most !== undefined
      ? `${show(least)} to ${show(most)}`
      : least !== undefined
        ? `${show(least)} or more`
        : `${show(most ?? 0)} or less`;
  return {
    sentence: `\`${field.name}\` = ${print(value)} is far from usual`,
    label: plausible.because,
    help: `usual values are ${usual}`,
  };
}

/**
 * Warning for memory that is written in bits, `memory = 80 Gb`. A small b means bits, and memory is never counted in
 * bits.
 */
function memoryInBits(field: FieldRow, value: Quantity): Implausible | null {
  const { unit } = value;
  if (value.dimension.key !== "B" || unit === undefined || !/^[KMGTPE]i?b$/.test(unit)) return null;
  const bytes = unit.replace(/b$/, "B");
  const written = parseUnit(unit);
  if (!written) return null;
  return {
    sentence: `\`${field.name}\` = ${print(value)} is ${print(inBase(value.value, "B"))}: a small b is bits`,
    label: "bits; memory is counted in bytes",
    help: `did you mean \`${value.value / written.factor} ${bytes}\`?`,
  };
}

/**
 * Warning for a NIC's bandwidth that is written in bytes, `nic = 400 GB/s`. NICs are sold in bits per second, so this
 * is the most common mistake. Null where the number is implausible in bits too.
 */
function bitsForBytes(field: FieldRow, value: Quantity): Implausible | null {
  const unit = value.unit;
  if (field.unit !== "Gb/s" || unit === undefined || !/B\/s$/.test(unit)) return null;
  const bits = unit.replace(/B\/s$/, "b/s");
  const meant = parseUnit(bits);
  const written = parseUnit(unit);
  if (!meant || !written || value.value / 8 > (field.plausible?.most ?? 0)) return null;
  const number = value.value / written.factor;
  const inBytes = print(inBase(value.value / 8, "B/s"));
  const times = Number((value.value / FASTEST_NIC).toPrecision(3));
  return {
    sentence: `a NIC of ${print(value)} is ${times} times an 800 Gb/s one`,
    label: "bytes; NICs are sold in bits",
    help: `did you mean \`${number} ${bits}\` (${inBytes})?`,
  };
}
