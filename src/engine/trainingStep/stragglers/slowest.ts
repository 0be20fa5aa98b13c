import type { Jitter } from "../../scenario/failures.ts";
import { type Spread, spreadOf } from "./spread.ts";

/** Devices that wait for each other, as a number of replicas of several devices each, and how often replicas wait. */
export interface Waiting {
  /** Number of devices of a replica, which wait for each other in every step. */
  readonly devices: number;
  /** Number of replicas that wait for each other. */
  readonly replicas: number;
  /** Number of slow replicas whose results a step drops instead of waiting for them. */
  readonly dropped: number;
  /** Number of steps from one wait of the replicas for each other to the next; infinity where they never wait. */
  readonly steps: number;
}

/**
 * Expected time of a step ÷ its time if all devices were equally fast. A replica takes as long as its slowest
 * device, and a step as long as the slowest replica that is not dropped. This expected order statistic (H. A.
 * David, H. N. Nagaraja, Order Statistics, 2003, chapters 2 and 3) is integrated rather than approximated. Over
 * several steps a replica's times add up, and are assumed normal with the mean and variance of its slowest
 * device.
 */
export function slowest(jitter: Jitter, { devices, replicas, dropped, steps }: Waiting): number {
  const spread = spreadOf(jitter);
  const inReplica = (logCdf: number): number => devices * logCdf;
  if (steps === 1 || (spread.lasting && Number.isFinite(steps)))
    return mean(spread, (logCdf) => reached(inReplica(logCdf), replicas, dropped));
  const within = (logCdf: number): number => Math.exp(inReplica(logCdf));
  // Without waits between replicas, the rates of all replicas add up.
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

/**
 * Expected value of a time that takes the values of a spread, for example the time of the slowest device. `cdf`
 * gives the distribution function of this time, from the logarithm of that of one device.
 */
function mean({ values, logCdf }: Spread, cdf: (logCdf: number) => number): number {
  let total = values[0] ?? 1;
  for (let i = 0; i < logCdf.length; i++)
    total += ((values[i + 1] ?? 0) - (values[i] ?? 0)) * (1 - cdf(logCdf[i] ?? 0));
  return total;
}

/**
 * Probability that all but at most `dropped` of `n` independent draws are below a value. `logCdf` is the
 * logarithm of the probability that one draw is below it.
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
