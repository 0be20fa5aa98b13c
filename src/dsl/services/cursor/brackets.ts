import type { Token } from "../text/scan.ts";

const OPENING: ReadonlySet<string> = new Set(["(", "[", "{"]);
const CLOSING: ReadonlySet<string> = new Set([")", "]", "}"]);

export const isOpening = (token: Token): boolean => token.kind === "mark" && OPENING.has(token.text);
export const isClosing = (token: Token): boolean => token.kind === "mark" && CLOSING.has(token.text);

/** Index of the opening bracket that belongs to the closing bracket at the token `close`. */
export function partner(tokens: readonly Token[], close: number): number {
  let depth = 0;
  for (let i = close; i >= 0; i--) {
    const token = tokens[i];
    if (token && isClosing(token)) depth++;
    if (token && isOpening(token)) depth--;
    if (depth === 0) return i;
  }
  return -1;
}
