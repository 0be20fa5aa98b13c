/**
 * Names of symbols in one tree of formulas, each for one thing. Formulas of the book share letters: `tau` is the time of
 * each kernel, and a tree has dozens of kernels. The first thing keeps the letter; the next get an index: `tau_2`, `tau_3`.
 */
export function distinctSymbols(): (symbol: string, thing: number) => string {
  const things = new Map<string, number>();
  const names = new Map<string, string>();
  return (symbol, thing) => {
    const key = `${symbol} ${thing}`;
    const known = names.get(key);
    if (known !== undefined) return known;
    const name = freeName(symbol, things);
    things.set(name, thing);
    names.set(key, name);
    return name;
  };
}

/** First name of a symbol that no other thing has: `tau_c`, then `tau_c2`, `tau_c3`. */
function freeName(symbol: string, taken: ReadonlyMap<string, number>): string {
  const letters = symbol.replace(/\d+$/, "");
  const stem = letters.includes("_") ? letters : `${letters}_`;
  let name = symbol;
  for (let index = 2; taken.has(name); index++) name = `${stem}${index}`;
  return name;
}
