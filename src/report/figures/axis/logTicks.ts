import { short } from "../../numbers/number.ts";

/**
 * Ticks of a logarithmic axis, at most a dozen: powers of `root`, and 1, 2 and 5 times a power of ten where
 * the axis spans few decades. Labels are plain numbers; millions and more use a letter. null where no value
 * is positive.
 */
export function logTicks(values: readonly number[], root: 2 | 10): Readonly<Record<string, unknown>> | null {
  const positive = values.filter((value) => Number.isFinite(value) && value > 0);
  if (positive.length === 0) return null;
  const first = positive[0] ?? 1;
  const least = positive.reduce((one, other) => Math.min(one, other), first);
  const most = positive.reduce((one, other) => Math.max(one, other), first);
  const [low, high] = [Math.floor(log(least, root)), Math.ceil(log(most, root))];
  const step = Math.ceil((high - low + 1) / 12);
  const within = root === 10 && high - low <= 3 ? [1, 2, 5] : [1];
  const ticks: number[] = [];
  for (let power = low; power <= high; power += step) {
    for (const factor of within) ticks.push(Number((factor * root ** power).toPrecision(12)));
  }
  return { type: "log", tickmode: "array", tickvals: ticks, ticktext: ticks.map(short) };
}

/** Logarithm to the base `root` that is exact for powers of it: 64 gives 6, not 5.999. */
function log(value: number, root: number): number {
  const raw = root === 2 ? Math.log2(value) : Math.log10(value);
  const whole = Math.round(raw);
  return Math.abs(raw - whole) < 1e-9 ? whole : raw;
}
