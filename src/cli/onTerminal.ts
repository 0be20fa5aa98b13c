import { visible } from "../report/escaping/visible.ts";

/** Escape sequences of this program: its colours, and the progress line's return to its start. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const OWN = /(\x1b\[[\d;]*m|\r\x1b\[2K)/;

/** Text for a terminal: text from a file, or a file's name, must not control it. */
export function onTerminal(text: string): string {
  return text
    .split(OWN)
    .map((part, at) => (at % 2 === 1 ? part : visible(part)))
    .join("");
}
