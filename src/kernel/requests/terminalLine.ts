import { cut, padEnd, textWidth } from "../../report/lettering/textWidth.ts";

/** A line that is written over until it is taken away. */
export interface TerminalLine {
  draw(text: string): void;
  clear(): void;
}

/** Of the narrowest usual terminal; what reaches the last one may wrap, and then no longer be written over. */
const COLUMNS = 79;

/** Without escape sequences: not every program that shows a stream reads them, and all of them read a carriage return. */
export function terminalLine(write: (text: string) => void): TerminalLine {
  let shown = 0;
  return {
    draw(text) {
      const line = cut(text.replaceAll("\n", ", "), COLUMNS);
      write(`\r${padEnd(line, shown)}`);
      shown = textWidth(line);
    },
    clear() {
      if (shown > 0) write(`\r${" ".repeat(shown)}\r`);
      shown = 0;
    },
  };
}
