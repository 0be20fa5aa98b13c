export interface Arguments {
  readonly operands: readonly string[];
  /** Flag name → its values in order; a switch has one empty text. */
  readonly flags: ReadonlyMap<string, readonly string[]>;
}
