/** Price of the devices: rented by the hour, reserved for a term, or owned. */
export type Price =
  /** Devices rented by the hour, at `perDeviceSecond` $ per device-second. */
  | { readonly kind: "hourly"; readonly perDeviceSecond: number }
  | {
      readonly kind: "reserved";
      readonly perDeviceSecond: number;
      readonly termSeconds: number;
      /**
       * Use of the rest of the reservation after the run: by other work, or by nobody, so that the run pays for
       * it.
       */
      readonly rest: "used" | "wasted";
    }
  | Owned;

export interface Owned {
  readonly kind: "owned";
  /** Purchase price, $ per device, including its share of node, network and building. */
  readonly capexPerDevice: number;
  /** Residual value of a device at the end of its lifetime, as a share of the purchase price. */
  readonly residual: number;
  /** Interest per year on the value of the devices, as a share of that value. */
  readonly interest: number;
  /** Repairs and support per year, as a share of the purchase price. */
  readonly upkeep: number;
  /** Price of hosting, $ per joule that the machines may draw at most. */
  readonly hostingPerJoule: number;
  /** Price of electricity, $ per joule that the site uses. */
  readonly electricityPerJoule: number;
}

/** Prices of a run's expenses in addition to its devices; null for expenses that are not counted. */
export interface Expenses {
  /** Price of stored data and checkpoints, $ per byte and second. */
  readonly storagePrice: number | null;
  /** Price of data transfer, $ per byte. */
  readonly transferPrice: number | null;
  /** Cost of the people who run the training, $ per second. */
  readonly staffPerSecond: number | null;
}
