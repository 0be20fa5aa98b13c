/** A symbol of the formula book: one letter means one thing everywhere. */
export interface SymbolInfo {
  /** As written in expressions: `s`, `d_head`. */
  readonly symbol: string;
  readonly meaning: string;
  /** Base unit; "1" for a count. */
  readonly unit: string;
}

export function symbol(symbol: string, meaning: string, unit = "1"): SymbolInfo {
  return { symbol, meaning, unit };
}
