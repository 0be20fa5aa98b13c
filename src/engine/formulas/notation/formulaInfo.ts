/** A formula as `explain` and the generated documents show it: data only. */
export interface FormulaInfo {
  /** Its name in the book (`gemmSeconds`), or `sum`, `max` for a plain collection of parts. */
  readonly name: string;
  /** What the result is, in words: "activation memory of one layer". */
  readonly result: string;
  /** The result's base unit. */
  readonly unit: string;
  /** In mathjs syntax. */
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
