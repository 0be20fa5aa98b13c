import { visible } from "../report/visible.ts";

/** Our own colours, and the progress line's way back to its start. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const OWN = /(\x1b\[[\d;]*m|\r\x1b\[2K)/;

/** A text as a terminal gets it: what came from a file, the name of the file too, must not steer it. */
export function onTerminal(text: string): string {
  return text
    .split(OWN)
    .map((part, at) => (at % 2 === 1 ? part : visible(part)))
    .join("");
}
