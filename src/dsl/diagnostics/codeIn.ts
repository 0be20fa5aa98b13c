import { type Code, isCode } from "./catalogue.ts";

/** The code that a text is, with or without its brackets, as copied from a message: `error[not-divisible]`; null for none. */
export function codeIn(text: string): Code | null {
  const code = codeWord(text);
  return isCode(code) ? code : null;
}

/** The text without what stands around a code. */
export const codeWord = (text: string): string =>
  text.toLowerCase().replace(/^(error|warning|note)?\[|\]$/g, "");
