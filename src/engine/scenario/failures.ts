/** Kinds of parts that fail, as the language spells them. */
export type Component =
  | ("gpu" | "hbm" | "sdc" | "host" | "nic")
  | ("cable" | "switch" | "software" | "other");

export type Failures =
  /** Mean time between failures of one device, device-seconds. */
  | { readonly kind: "poisson"; readonly mtbfDeviceSeconds: number }
  /** Interruptions that a fleet observed, by failed part. */
  | {
      readonly kind: "observed";
      readonly devices: number;
      readonly periodSeconds: number;
      readonly counts: Readonly<Record<Component, number>>;
    }
  /** Failures per year of one part of each kind. */
  | { readonly kind: "annual"; readonly rates: Readonly<Record<Component, number>> };

/** A value for all failures, or one for each kind of part. */
export type ByPart = number | Readonly<Record<Component | "otherwise", number>>;

export type Recovery =
  | { readonly kind: "whole"; readonly seconds: number }
  /** Stages of recovery; loading the checkpoint is added. */
  | {
      readonly kind: "staged";
      readonly detectionSeconds: ByPart;
      readonly replacementSeconds: ByPart;
      readonly launchSeconds: ByPart;
      readonly warmUpSeconds: ByPart;
    };

export interface Spot {
  /** Price in $ per device-second. */
  readonly pricePerDeviceSecond: number;
  /** Mean time between reclamations, s: of each node, or of any node of the cluster. */
  readonly mtbfSeconds: number;
  readonly per: "node" | "cluster";
  /** Time between the notice and the reclamation, s. */
  readonly noticeSeconds: number;
  /** Time until capacity is available again, s. */
  readonly waitSeconds: number;
}

/** Distribution of a device's time for its part of a step ÷ the estimated time. */
export type Jitter =
  | { readonly kind: "normal" | "lognormal"; readonly sigma: number }
  /** A share of the devices is permanently slow, and takes `slowdown` longer. */
  | { readonly kind: "slow_devices"; readonly share: number; readonly slowdown: number }
  /** Observed times in any unit, with the number of observations of each; without counts, one each. */
  | { readonly kind: "observed"; readonly times: readonly number[]; readonly counts: readonly number[] };
