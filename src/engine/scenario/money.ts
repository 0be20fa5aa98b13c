/** How devices are paid for. */
export type Price =
  /** By the hour, $ per device-second. */
  | { readonly kind: "hourly"; readonly perDeviceSecond: number }
  | {
      readonly kind: "reserved";
      readonly perDeviceSecond: number;
      readonly termSeconds: number;
      /** What becomes of the term that the run leaves: others use it, or nobody does. */
      readonly rest: "used" | "wasted";
    }
  | Owned;

export interface Owned {
  readonly kind: "owned";
  /** $ per device, with its share of node, network and building. */
  readonly capexPerDevice: number;
  /** Share of it that is left at the end of the devices' lifetime. */
  readonly residual: number;
  /** Of a year: interest on their value; repairs and support, as a share of capex. */
  readonly interest: number;
  readonly upkeep: number;
  /** $ per joule that the machines may draw, and that the site uses. */
  readonly hostingPerJoule: number;
  readonly electricityPerJoule: number;
}

/** What a run pays for beside its devices; null: left out. */
export interface Expenses {
  /** $ per byte and second; $ per byte; $ per second. */
  readonly storagePrice: number | null;
  readonly transferPrice: number | null;
  readonly staffPerSecond: number | null;
}
