export interface Arguments {
  readonly operands: readonly string[];
  /** Values of each flag, in the order given. A switch that is set has one empty text. */
  readonly flags: ReadonlyMap<string, readonly string[]>;
}
