/** Symbol of a formula, with the meaning and the unit that it has in this formula. */
export interface SymbolInfo {
  /** Name of the symbol as expressions write it, such as `s` or `d_head`. */
  readonly symbol: string;
  readonly meaning: string;
  /** Base unit of the symbol's value; "1" for a plain count. */
  readonly unit: string;
}

export function symbol(symbol: string, meaning: string, unit = "1"): SymbolInfo {
  return { symbol, meaning, unit };
}
