import type { BaseUnit, Dimension } from "./quantity.ts";

/** Order in which a dimension's key lists base units: counted units first, "per device" and "per second" last. */
const BASE_UNITS: readonly BaseUnit[] = [
  "$",
  "B",
  "FLOP",
  "token",
  "sequence",
  "param",
  "J",
  "g",
  "GPU",
  "s",
];

type Exponents = Readonly<Partial<Record<BaseUnit, number>>>;

/** All dimensions made so far, by key. Each dimension exists once, so that `===` compares dimensions. */
const interned = new Map<string, Dimension>();

function spell(exponents: Exponents): string {
  const above: string[] = [];
  const below: string[] = [];
  for (const base of BASE_UNITS) {
    const power = exponents[base] ?? 0;
    if (power === 0) continue;
    const size = Math.abs(power);
    (power > 0 ? above : below).push(size === 1 ? base : `${base}^${size}`);
  }
  return [above.join("*") || "1", ...below].join("/");
}

/**
 * Dimension with the given exponents of base units; zero exponents are dropped. Equal dimensions are the same object.
 */
export function dimensionOf(exponents: Exponents): Dimension {
  const key = spell(exponents);
  const known = interned.get(key);
  if (known) return known;
  const kept: Partial<Record<BaseUnit, number>> = {};
  for (const base of BASE_UNITS) {
    const power = exponents[base] ?? 0;
    if (power !== 0) kept[base] = power;
  }
  const made: Dimension = Object.freeze({ key, exponents: Object.freeze(kept) });
  interned.set(key, made);
  return made;
}

/** Dimension of the product `a` × `b`^`power`; a power of -1 gives the quotient. */
export function combine(a: Dimension, b: Dimension, power = 1): Dimension {
  const sum: Partial<Record<BaseUnit, number>> = {};
  for (const base of BASE_UNITS) {
    sum[base] = (a.exponents[base] ?? 0) + power * (b.exponents[base] ?? 0);
  }
  return dimensionOf(sum);
}

export const DIMENSIONLESS: Dimension = dimensionOf({});

/**
 * Dimension with a key: base units with `*`, `/` and `^`, such as "B/s", "GPU*s", "$/GPU/s", "1/s". Throws for any
 * other text, since keys never come from users.
 */
export function dimension(key: string): Dimension {
  const known = interned.get(key);
  if (known) return known;
  const exponents: Partial<Record<BaseUnit, number>> = {};
  key.split("/").forEach((part, index) => {
    for (const factor of part.split("*")) {
      if (factor === "1") continue;
      const [name, power = "1"] = factor.split("^");
      const base = BASE_UNITS.find((unit) => unit === name);
      if (!base || !/^\d+$/.test(power)) throw new Error(`not a dimension: ${key}`);
      exponents[base] = (exponents[base] ?? 0) + (index === 0 ? 1 : -1) * Number(power);
    }
  });
  return dimensionOf(exponents);
}
