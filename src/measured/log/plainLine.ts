// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with the escape character
const COLOURS = /\u001b\[[0-9;]*[A-Za-z]/g;
/** Marks of ranks before a line: `[rank0]:`, `[default0]:`, `12: `, `[1,0]<stdout>:`. */
const RANK = /^(?:\[(?:rank|default)\d+\]:\s?|\[\d+,\d+\]<std(?:out|err)>:\s?|\d{1,5}: (?=\s|\[))+/;

/** Line of a log without a terminal's colours, a carriage return's overwritten text, and the mark of the rank. */
export function plainLine(text: string): string {
  const colourless = text.includes("\u001b") ? text.replace(COLOURS, "") : text;
  const ended = colourless.endsWith("\r") ? colourless.slice(0, -1) : colourless;
  const shown = ended.includes("\r") ? ended.slice(ended.lastIndexOf("\r") + 1) : ended;
  return shown.replace(RANK, "");
}
