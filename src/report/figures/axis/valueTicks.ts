/** Limit on the ticks of an axis that are placed at drawn values: more would overlap. */
const MOST = 10;
const LEAST = 3;
/** Smallest distance between neighbouring ticks, as a share of the axis. Closer labels would overlap. */
const APART = 0.06;

/**
 * Layout settings with ticks at the drawn values, where these are few, far apart and round: degrees 1, 2, 4
 * and 8 should not get ticks at 3, 5 and 7. Empty where plotly.js' own ticks, or powers of a root, suit
 * better.
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
