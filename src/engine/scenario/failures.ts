/** Kind of part that fails, in the language's spelling; `sdc` is silent data corruption. */
export type Component =
  | ("gpu" | "hbm" | "sdc" | "host" | "nic")
  | ("cable" | "switch" | "software" | "other");

export type Failures =
  /**
   * Devices fail independently at a constant rate. `mtbfDeviceSeconds` is the mean time between failures of one
   * device.
   */
  | { readonly kind: "poisson"; readonly mtbfDeviceSeconds: number }
  /** Interruptions observed on a fleet of `devices` devices during `periodSeconds`, counted by failed part. */
  | {
      readonly kind: "observed";
      readonly devices: number;
      readonly periodSeconds: number;
      readonly counts: Readonly<Record<Component, number>>;
    }
  /** Failure rate of each kind of part, in failures per year of one part. */
  | { readonly kind: "annual"; readonly rates: Readonly<Record<Component, number>> };

/**
 * One number for all failures, or a number for each kind of failed part. `otherwise` applies to failures
 * without a part of their own.
 */
export type ByPart = number | Readonly<Record<Component | "otherwise", number>>;

export type Recovery =
  | { readonly kind: "whole"; readonly seconds: number }
  /** Duration of each stage of a recovery, s. The time to load the checkpoint is added. */
  | {
      readonly kind: "staged";
      readonly detectionSeconds: ByPart;
      readonly replacementSeconds: ByPart;
      readonly launchSeconds: ByPart;
      readonly warmUpSeconds: ByPart;
    };

export interface Spot {
  /** Price of spot capacity, $ per device-second. */
  readonly pricePerDeviceSecond: number;
  /**
   * Mean time between reclamations, s. `per` says whether each node or the whole cluster has this mean time.
   */
  readonly mtbfSeconds: number;
  readonly per: "node" | "cluster";
  /** Time from the owner's notice to the reclamation, s. */
  readonly noticeSeconds: number;
  /** Time from a reclamation until capacity is available again, s. */
  readonly waitSeconds: number;
}

/** Distribution of the time that a device takes for its part of a step ÷ the estimated time. */
export type Jitter =
  | { readonly kind: "normal" | "lognormal"; readonly sigma: number }
  /**
   * A random `share` of the devices is permanently slow. These devices take (1 + `slowdown`) times the
   * estimated time.
   */
  | { readonly kind: "slow_devices"; readonly share: number; readonly slowdown: number }
  /**
   * Measured times of equal work in any unit, with the number of observations of each time. Each time counts
   * once where `counts` is empty.
   */
  | { readonly kind: "observed"; readonly times: readonly number[]; readonly counts: readonly number[] };
