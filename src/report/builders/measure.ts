/**
 * A number that scenarios or programs are compared in: column name, expression, base unit and label for users.
 */
export interface Measure {
  readonly name: string;
  readonly expr: string;
  readonly base: string;
  readonly label: string;
  /** Marks a share of a whole, such as MFU: printed as a percentage, its change in percentage points. */
  readonly ratio?: true;
  /**
   * Marks a measure that other measures determine, as step time determines throughput. It is left out where
   * space is short.
   */
  readonly follows?: true;
}
