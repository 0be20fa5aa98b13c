/** A formula as plain data, for `explain` and the generated documents. */
export interface FormulaInfo {
  /** Name in the book (`gemmSeconds`), or `sum`, `max` for a plain collection of parts. */
  readonly name: string;
  /** Result in words: "activation memory of one layer". */
  readonly result: string;
  /** Base unit of the result. */
  readonly unit: string;
  /** Right-hand side in mathjs syntax. */
  readonly expression: string;
  readonly symbols: readonly {
    readonly symbol: string;
    readonly meaning: string;
    readonly unit: string;
  }[];
  /** Paper and equation, data sheet, or "definition". */
  readonly source: string;
  readonly assumes: string;
}
