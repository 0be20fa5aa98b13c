import type { Basis } from "./basis.ts";

/**
 * Basis that covers several kinds of device: from the lowest to the highest end of their intervals. Runs and widenings
 * are those of the widest. null where one of them has none.
 */
export function ofAllDevices(each: readonly (Basis | null)[]): Basis | null {
  const known = each.filter((one) => one !== null);
  const [first] = known;
  if (first === undefined || known.length < each.length) return null;
  const width = ({ ends }: Basis): number => ends.high - ends.low;
  const widest = known.reduce((most, one) => (width(one) > width(most) ? one : most), first);
  const low = Math.min(...known.map(({ ends }) => ends.low));
  const high = Math.max(...known.map(({ ends }) => ends.high));
  const outside = [...new Set(known.flatMap((one) => one.outside))];
  const unlike = known.some(({ ends }) => ends.low !== widest.ends.low || ends.high !== widest.ends.high);
  if (!unlike) return { ...widest, outside };
  return {
    ...widest,
    ends: { ...widest.ends, low, high },
    phrase: `${widest.phrase}. It covers the intervals of all pools`,
    outside,
  };
}
