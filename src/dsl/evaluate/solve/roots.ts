/** Function of one number; null where it has no value. */
export type Curve = (x: number) => number | null;

/** Zero of a sampled curve, at or between its samples. */
export type Found =
  | { readonly kind: "root"; readonly x: number }
  /** The curve is zero from one number to another. */
  | { readonly kind: "flat"; readonly from: number; readonly to: number }
  /** The curve passes zero without being zero: its values just before and after. */
  | { readonly kind: "jump"; readonly x: number; readonly before: number; readonly after: number };

/** Steps after which a bracket is as narrow as numbers allow: two bisections a bit of a double. */
const MOST_STEPS = 120;
/** Size of a curve, relative to `scale`, below which it counts as zero. */
const ZERO = 1e-9;
/** Number of local minima of a curve's size that are looked at for zeros without a change of sign. */
const MOST_TOUCHES = 3;

/**
 * Zeros of a curve in the order of x: from samples in ascending order, one in each interval in which the sign changes,
 * and those that it touches where it is nearest to zero. Two zeros between neighbouring samples can be missed. `scale`
 * is the size of what the curve is the difference of.
 */
export function zerosOf(
  samples: readonly (readonly [x: number, y: number | null])[],
  curve: Curve,
  scale: number,
): readonly Found[] {
  const found: Found[] = [];
  const isZero = (y: number | null): boolean => y !== null && Math.abs(y) <= ZERO * scale;
  for (let i = 0; i < samples.length; i++) {
    const [x, y] = samples[i] ?? [0, null];
    if (isZero(y)) {
      const start = i;
      while (isZero(samples[i + 1]?.[1] ?? null)) i++;
      found.push(i === start ? { kind: "root", x } : { kind: "flat", from: x, to: samples[i]?.[0] ?? x });
      continue;
    }
    const [nextX, nextY] = samples[i + 1] ?? [x, null];
    if (y === null || nextY === null || isZero(nextY) || y > 0 === nextY > 0) continue;
    const between = inBracket(curve, [x, y], [nextX, nextY], scale);
    if (between) found.push(between);
  }
  found.push(...touches(samples, curve, scale));
  return found.sort((a, b) => ("x" in a ? a.x : a.from) - ("x" in b ? b.x : b.from));
}

/**
 * Zero of a curve between two numbers where its signs differ, by Brent's method (Algorithms for Minimization without
 * Derivatives, 1973, ch. 4); null where the curve has a gap there.
 */
function inBracket(
  curve: Curve,
  [x0, y0]: readonly [number, number],
  [x1, y1]: readonly [number, number],
  scale: number,
): Found | null {
  let [a, fa, b, fb] = Math.abs(y0) < Math.abs(y1) ? [x1, y1, x0, y0] : [x0, y0, x1, y1];
  let c: number = a;
  let fc: number = fa;
  let d: number = a;
  let bisected: boolean = true;
  for (let step = 0; step < MOST_STEPS && fb !== 0; step++) {
    const tolerance = 4 * Number.EPSILON * Math.abs(b);
    if (Math.abs(b - a) <= tolerance) break;
    let s =
      fa !== fc && fb !== fc
        ? (a * fb * fc) / ((fa - fb) * (fa - fc)) +
          (b * fa * fc) / ((fb - fa) * (fb - fc)) +
          (c * fa * fb) / ((fc - fa) * (fc - fb))
        : b - (fb * (b - a)) / (fb - fa);
    const quarter = (3 * a + b) / 4;
    const outside = !(s > Math.min(quarter, b) && s < Math.max(quarter, b));
    const slow: boolean = Math.abs(s - b) >= Math.abs(bisected ? b - c : c - d) / 2;
    bisected = outside || slow || Math.abs(bisected ? b - c : c - d) < tolerance;
    if (bisected) s = (a + b) / 2;
    if (s === a || s === b) break;
    const fs = curve(s);
    if (fs === null) return null;
    [d, c, fc] = [c, b, fb];
    if (fa > 0 === fs > 0) [a, fa] = [s, fs];
    else [b, fb] = [s, fs];
    if (Math.abs(fa) < Math.abs(fb)) [a, fa, b, fb] = [b, fb, a, fa];
  }
  if (Math.abs(fb) <= 1e-6 * scale) return { kind: "root", x: b };
  const [before, after] = a < b ? [fa, fb] : [fb, fa];
  return { kind: "jump", x: b, before, after };
}

/** Zeros that a curve touches without passing: where its size has a minimum between samples of one sign. */
function touches(
  samples: readonly (readonly [x: number, y: number | null])[],
  curve: Curve,
  scale: number,
): readonly Found[] {
  const minima = samples.flatMap(([, y], i) => {
    const [before, after] = [samples[i - 1]?.[1], samples[i + 1]?.[1]];
    if (y === null || typeof before !== "number" || typeof after !== "number") return [];
    const sameSign = y > 0 === before > 0 && y > 0 === after > 0 && y !== 0;
    const least = Math.abs(y) < Math.abs(before) && Math.abs(y) <= Math.abs(after);
    return sameSign && least ? [{ i, size: Math.abs(y) }] : [];
  });
  minima.sort((a, b) => a.size - b.size);
  return minima.slice(0, MOST_TOUCHES).flatMap(({ i }): readonly Found[] => {
    const x = leastBetween(curve, samples[i - 1]?.[0] ?? 0, samples[i + 1]?.[0] ?? 0);
    const y = x === null ? null : curve(x);
    return x !== null && y !== null && Math.abs(y) <= ZERO * scale ? [{ kind: "root", x }] : [];
  });
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** Number between two where a curve's size is least, by golden sections; null where the curve has a gap. */
function leastBetween(curve: Curve, from: number, to: number): number | null {
  let [a, b] = [from, to];
  let [c, d] = [b - GOLDEN * (b - a), a + GOLDEN * (b - a)];
  let [fc, fd] = [curve(c), curve(d)];
  for (let step = 0; step < 60; step++) {
    if (fc === null || fd === null) return null;
    if (Math.abs(fc) < Math.abs(fd)) {
      [b, d, fd] = [d, c, fc];
      c = b - GOLDEN * (b - a);
      fc = curve(c);
    } else {
      [a, c, fc] = [c, d, fd];
      d = a + GOLDEN * (b - a);
      fd = curve(d);
    }
  }
  return (a + b) / 2;
}

/**
 * Number between two at which a condition changes, on the side where it holds. `whole` stops at neighbouring whole
 * numbers.
 */
export function boundaryBetween(
  holds: (x: number) => boolean,
  [yes, no]: readonly [yes: number, no: number],
  whole: boolean,
): number {
  let [a, b] = [yes, no];
  for (let step = 0; step < MOST_STEPS; step++) {
    const middle = whole ? Math.round((a + b) / 2) : (a + b) / 2;
    if (middle === a || middle === b) break;
    if (holds(middle)) a = middle;
    else b = middle;
  }
  return a;
}
