import { scan } from "./scan.ts";

/** Names to which an `=` already gives a value in the innermost brackets around `offset`. */
export function writtenAround(text: string, offset: number): ReadonlySet<string> {
  const tokens = scan(text);
  const at = tokens.findIndex((token) => token.start >= offset);
  const middle = at < 0 ? tokens.length : at;
  const written = new Set<string>();
  const walk = (from: number, step: 1 | -1) => {
    let depth = 0;
    for (let i = from; i >= 0 && i < tokens.length; i += step) {
      const token = tokens[i];
      if (token?.kind === "mark" && (step === 1 ? /^[([{]$/ : /^[)\]}]$/).test(token.text)) depth++;
      else if (token?.kind === "mark" && (step === 1 ? /^[)\]}]$/ : /^[([{]$/).test(token.text)) depth--;
      if (depth < 0) return;
      const before = tokens[i - 1];
      if (depth === 0 && token?.text === "=" && before?.kind === "word" && tokens[i - 2]?.text !== ".") {
        written.add(before.text);
      }
    }
  };
  walk(middle - 1, -1);
  walk(middle, 1);
  return written;
}
