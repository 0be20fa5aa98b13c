/** Sums in another order round differently: the share that `src/engine/search/rounding.ts` allows for. */
const ROUNDING = 1e-9;

/**
 * Positions of a group's ranks. Plans that use the links of a machine alike share a memo's value (`linksOf`), with the positions of
 * the first of them. Where positions change a time, that time differs as well.
 */
const POSITIONS = "axes";

/** The path of the first place where two values of plain data differ, with both; null for equal ones. Numbers may differ by rounding. */
export function difference(one: unknown, other: unknown, path = "value"): string | null {
  if (Object.is(one, other)) return null;
  if (typeof one === "number" && typeof other === "number") {
    const most = Math.max(Math.abs(one), Math.abs(other));
    return Math.abs(one - other) <= ROUNDING * most ? null : `${path}: ${one} for ${other}`;
  }
  if (typeof one === "function" && typeof other === "function") return null;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null)
    return `${path}: ${String(one)} for ${String(other)}`;
  const [a, b] = [one as Readonly<Record<string, unknown>>, other as Readonly<Record<string, unknown>>];
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return `${path}: other fields`;
  for (const name of names) {
    if (name === POSITIONS) continue;
    const found = difference(a[name], b[name], `${path}.${name}`);
    if (found !== null) return found;
  }
  return null;
}
