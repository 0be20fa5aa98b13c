/** Formula as plain data, for `explain` and the generated documents. */
export interface FormulaInfo {
  /**
   * Name of the formula in the formula book (`gemmSeconds`), or `sum` or `max` for a sum or maximum of parts.
   */
  readonly name: string;
  /** Name of the result in words, such as "activation memory of one layer". */
  readonly result: string;
  /** Base unit of the result. */
  readonly unit: string;
  /** Right-hand side of the formula in mathjs syntax. */
  readonly expression: string;
  readonly symbols: readonly {
    readonly symbol: string;
    readonly meaning: string;
    readonly unit: string;
  }[];
  /** Source of the formula: paper and equation, data sheet, or "definition". */
  readonly source: string;
  readonly assumes: string;
}
