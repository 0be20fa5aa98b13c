import { visible } from "../report/escaping/visible.ts";

/**
 * Pattern of the escape sequences that this program prints itself: colours, and the progress line's return to
 * its start.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const OWN = /(\x1b\[[\d;]*m|\r\x1b\[2K)/;

/**
 * Text made safe for a terminal. Escape sequences from a file's text or name, which could control the
 * terminal, are made visible; this program's own remain.
 */
export function onTerminal(text: string): string {
  return text
    .split(OWN)
    .map((part, at) => (at % 2 === 1 ? part : visible(part)))
    .join("");
}
