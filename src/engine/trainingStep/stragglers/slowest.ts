import type { Jitter } from "../../scenario/failures.ts";
import { type Spread, spreadOf } from "./spread.ts";

/** Groups of devices that wait for each other. */
export interface Waiting {
  /** Devices of a replica, which wait for each other in every step. */
  readonly devices: number;
  /** Replicas that wait for each other. */
  readonly replicas: number;
  /** Slowest replicas that the others do not wait for. */
  readonly dropped: number;
  /** Steps between waits of the replicas; infinity where they never wait. */
  readonly steps: number;
}

/**
 * Time of a step ÷ its time if all devices were equally fast. The expected order statistic of the replicas'
 * times, each that of its slowest device (H. A. David, H. N. Nagaraja, Order Statistics, 2003, chapters 2 and
 * 3), integrated rather than approximated. Over several steps a replica's times add up, and are assumed
 * normal with the mean and variance of its slowest device.
 */
export function slowest(jitter: Jitter, { devices, replicas, dropped, steps }: Waiting): number {
  const spread = spreadOf(jitter);
  const inReplica = (logCdf: number): number => devices * logCdf;
  if (steps === 1 || (spread.lasting && Number.isFinite(steps)))
    return mean(spread, (logCdf) => reached(inReplica(logCdf), replicas, dropped));
  const within = (logCdf: number): number => Math.exp(inReplica(logCdf));
  // Replicas that never wait for each other add up their rates.
  if (spread.lasting)
    return (
      1 /
      mean(
        changed(spread, (x) => 1 / x),
        within,
      )
    );
  const average = mean(spread, within);
  if (!Number.isFinite(steps)) return average;
  const deviation = Math.sqrt(
    Math.max(
      0,
      mean(
        changed(spread, (x) => x * x),
        within,
      ) -
        average ** 2,
    ),
  );
  const score = mean(standardNormal(), (logCdf) => reached(logCdf, replicas, dropped));
  return average + (deviation / Math.sqrt(steps)) * score;
}

/** Expected value over a spread's values, for a distribution function `cdf` of the spread's own. */
function mean({ values, logCdf }: Spread, cdf: (logCdf: number) => number): number {
  let total = values[0] ?? 1;
  for (let i = 0; i < logCdf.length; i++)
    total += ((values[i + 1] ?? 0) - (values[i] ?? 0)) * (1 - cdf(logCdf[i] ?? 0));
  return total;
}

/**
 * Probability that all but `dropped` of n draws are below a value, from the logarithm of one draw's
 * probability.
 */
function reached(logCdf: number, n: number, dropped: number): number {
  if (dropped === 0) return Math.exp(n * logCdf);
  const logTail = Math.log(-Math.expm1(logCdf));
  let total = 0;
  let logWays = 0;
  for (let late = 0; late <= dropped; late++) {
    if (late > 0) logWays += Math.log((n - late + 1) / late);
    const logLate = late === 0 ? 0 : late * logTail;
    total += Math.exp(logWays + (n - late) * logCdf + logLate);
  }
  return Math.min(1, total);
}

const changed = (spread: Spread, of: (x: number) => number): Spread => ({
  ...spread,
  values: spread.values.map(of),
});

const standardNormal = (): Spread => changed(spreadOf({ kind: "normal", sigma: 1 }), (x) => x - 1);
