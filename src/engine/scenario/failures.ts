/** Kinds of parts that fail, as the language spells them. */
export type Component =
  | ("gpu" | "hbm" | "sdc" | "host" | "nic")
  | ("cable" | "switch" | "software" | "other");

export type Failures =
  /** Mean time between failures of one device, device-seconds. */
  | { readonly kind: "poisson"; readonly mtbfDeviceSeconds: number }
  /** Interruptions that a fleet saw, by what failed. */
  | {
      readonly kind: "observed";
      readonly devices: number;
      readonly periodSeconds: number;
      readonly counts: Readonly<Record<Component, number>>;
    }
  /** Failures a year of one of each. */
  | { readonly kind: "annual"; readonly rates: Readonly<Record<Component, number>> };

/** For all failures, or for each kind of part that fails. */
export type ByPart = number | Readonly<Record<Component | "otherwise", number>>;

export type Recovery =
  | { readonly kind: "whole"; readonly seconds: number }
  /** Loading the checkpoint comes on top. */
  | {
      readonly kind: "staged";
      readonly detectionSeconds: ByPart;
      readonly replacementSeconds: ByPart;
      readonly launchSeconds: ByPart;
      readonly warmUpSeconds: ByPart;
    };

export interface Spot {
  /** $ per device-second. */
  readonly pricePerDeviceSecond: number;
  /** Mean time between reclamations, s: of each node, or of any node of the cluster. */
  readonly mtbfSeconds: number;
  readonly per: "node" | "cluster";
  /** From the notice to the end, s. */
  readonly noticeSeconds: number;
  /** Until there is capacity again, s. */
  readonly waitSeconds: number;
}

/** Of a device's time for its part of a step, over what the estimate says. */
export type Jitter =
  | { readonly kind: "normal" | "lognormal"; readonly sigma: number }
  /** A share of the devices is slow for good, and takes `slowdown` longer. */
  | { readonly kind: "slow_devices"; readonly share: number; readonly slowdown: number }
  /** Times that were seen, in any unit, and how often each was; no counts: once. */
  | { readonly kind: "observed"; readonly times: readonly number[]; readonly counts: readonly number[] };
