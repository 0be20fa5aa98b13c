/** A symbol of a formula, with its meaning and unit there. */
export interface SymbolInfo {
  /** Name as written in expressions: `s`, `d_head`. */
  readonly symbol: string;
  readonly meaning: string;
  /** Base unit; "1" for a count. */
  readonly unit: string;
}

export function symbol(symbol: string, meaning: string, unit = "1"): SymbolInfo {
  return { symbol, meaning, unit };
}
