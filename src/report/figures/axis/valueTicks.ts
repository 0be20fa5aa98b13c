/** More ticks than this do not stand side by side. */
const MOST = 10;
const LEAST = 3;
/** Neighbours nearer than this share of the axis would write over each other. */
const APART = 0.06;

/**
 * Ticks at the values that are drawn, where they are few, apart and round: degrees of 1, 2, 4 and 8 are no axis of 3, 5 and 7. Empty
 * where plotly.js, or powers of the root, do better.
 */
export function valueTicks(
  values: readonly number[],
  log: boolean,
  text: (value: number) => string,
): Readonly<Record<string, unknown>> {
  const all = [...new Set(values.filter(Number.isFinite))].sort((one, other) => one - other);
  const [first = 0] = all;
  const last = all.at(-1) ?? 0;
  if (all.length < LEAST || all.length > MOST || (log && first <= 0)) return {};
  if (
    !all.every((value) => Number(value.toPrecision(3)) === value || (Number.isInteger(value) && value < 1e5))
  )
    return {};
  const place = (value: number): number => (log ? Math.log(value) : value);
  const whole = place(last) - place(first);
  const near = all.some((value, at) => at > 0 && place(value) - place(all[at - 1] ?? 0) < APART * whole);
  return near ? {} : { tickmode: "array", tickvals: all, ticktext: all.map(text) };
}
