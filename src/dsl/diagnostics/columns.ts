/** Characters that take two columns of a terminal: CJK, Hangul, kana, fullwidth forms, emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const COMBINING = /\p{Mn}|\p{Me}|\u200b|\u200d|\ufe0f/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const LONE_SURROGATE = /\p{Surrogate}/u;
const TAB = 4;

/**
 * A source line as displayed, with the column of every UTF-16 offset. Tabs become blanks. Control and bidirectional
 * characters become U+FFFD, because they could rewrite the terminal or change the reading order.
 */
export interface DrawnLine {
  readonly text: string;
  /**
   * Terminal column of each UTF-16 offset of the line, counted from 0. One more entry gives the column of the end of
   * the line.
   */
  readonly columns: readonly number[];
}

export function drawLine(line: string): DrawnLine {
  let text = "";
  let column = 0;
  const columns: number[] = [];
  for (const character of line) {
    for (let i = 0; i < character.length; i++) columns.push(column);
    if (character === "\t") {
      const width = TAB - (column % TAB);
      text += " ".repeat(width);
      column += width;
    } else if (CONTROL.test(character) || LONE_SURROGATE.test(character)) {
      text += "\ufffd";
      column += 1;
    } else {
      text += character;
      column += COMBINING.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
    }
  }
  columns.push(column);
  return { text, columns };
}
