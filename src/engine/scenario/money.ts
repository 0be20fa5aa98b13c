/** Price of devices: hourly, reserved or owned. */
export type Price =
  /** Hourly price, $ per device-second. */
  | { readonly kind: "hourly"; readonly perDeviceSecond: number }
  | {
      readonly kind: "reserved";
      readonly perDeviceSecond: number;
      readonly termSeconds: number;
      /** Use of the rest of the reservation after the run: by others, or by nobody. */
      readonly rest: "used" | "wasted";
    }
  | Owned;

export interface Owned {
  readonly kind: "owned";
  /** Purchase price, $ per device, including its share of node, network and building. */
  readonly capexPerDevice: number;
  /** Share of the purchase price that remains at the end of the devices' lifetime. */
  readonly residual: number;
  /**
   * Interest on the devices' value, per year. `upkeep` is repairs and support per year, as a share of the
   * purchase price.
   */
  readonly interest: number;
  readonly upkeep: number;
  /**
   * Hosting, $ per joule that the machines may draw. `electricityPerJoule` is $ per joule that the site uses.
   */
  readonly hostingPerJoule: number;
  readonly electricityPerJoule: number;
}

/** Expenses of a run in addition to its devices; null for those left out. */
export interface Expenses {
  /** Prices of storage ($ per byte and second), transfer ($ per byte) and staff ($ per second). */
  readonly storagePrice: number | null;
  readonly transferPrice: number | null;
  readonly staffPerSecond: number | null;
}
