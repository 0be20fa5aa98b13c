export interface Arguments {
  readonly operands: readonly string[];
  /** Values of each flag, in order. A switch has one empty text. */
  readonly flags: ReadonlyMap<string, readonly string[]>;
}
