import { type Code, isCode } from "./catalogue.ts";

/** Code in a text copied from a message, with or without brackets: `error[not-divisible]`; null for none. */
export function codeIn(text: string): Code | null {
  const code = codeWord(text);
  return isCode(code) ? code : null;
}

/** The text in lower case, without the brackets around a code. */
export const codeWord = (text: string): string =>
  text.toLowerCase().replace(/^(error|warning|note)?\[|\]$/g, "");
