import { cut, padEnd, textWidth } from "../../../report/lettering/textWidth.ts";

/** Line of a terminal that is overwritten until it is cleared. */
export interface TerminalLine {
  draw(text: string): void;
  clear(): void;
}

/**
 * Length limit of the line in columns, that of the narrowest usual terminal. Text in the last column may
 * wrap, and could then not be overwritten.
 */
const COLUMNS = 79;

/**
 * Creates a line that is overwritten by carriage returns alone. Not every program that shows a stream
 * understands escape sequences, but all understand a carriage return.
 */
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
