import { type Code, isCode } from "./catalogue.ts";

/**
 * Diagnostic code in a text that was copied from a message, with or without brackets: `error[not-divisible]`. Null
 * where the text is no known code.
 */
export function codeIn(text: string): Code | null {
  const code = codeWord(text);
  return isCode(code) ? code : null;
}

/** Text in lower case, without a severity and brackets around it: `not-divisible` for `error[not-divisible]`. */
export const codeWord = (text: string): string =>
  text.toLowerCase().replace(/^(error|warning|note)?\[|\]$/g, "");
