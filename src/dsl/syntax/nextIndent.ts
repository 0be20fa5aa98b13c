const STEP = 2;
const TOKEN = /#[^\n]*|"(?:[^"\\\n]|\\.)*"?|[([{]|[)\]}]/g;
/**
 * Pattern of the end of a line that continues on the next line, with an operator or a word such as `where`. A comma
 * does not match, because the next item of a list has no deeper indent.
 */
const DANGLING =
  /(?:[=+\-*/^<>.~]|\b(?:on|with|and|or|not|in|as|if|then|else|for|where|derive|minimize|maximize|pareto|keep|per|from|cite|within|hint))$/;

/**
 * Blanks with which the line after an incomplete text begins: one step more than the line that opened the innermost
 * bracket. Where the last line itself is incomplete (`tp =`), one step more than that line. In a text without indents,
 * the indents that the formatter would write are assumed.
 */
export function nextIndent(text: string): string {
  const open: number[] = [];
  let code = "";
  let from = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match;
    if (token.startsWith("#")) {
      code += text.slice(from, match.index);
      from = match.index + token.length;
    } else if (/^[([{]$/.test(token)) open.push(match.index);
    else if (/^[)\]}]$/.test(token)) open.pop();
  }
  code = `${code}${text.slice(from)}`.trimEnd();
  const dangles = DANGLING.test(code);
  const at = dangles ? code.length : (open[open.length - 1] ?? code.length);
  const source = dangles || open.length === 0 ? code : text;
  const line = source.slice(source.lastIndexOf("\n", at - 1) + 1);
  const written = line.length - line.trimStart().length;
  const levels = dangles ? open.length : Math.max(open.length - 1, 0);
  return " ".repeat(Math.max(written, STEP * opened(text, open, levels)) + STEP);
}

/**
 * Number of lines that open at least one of the outer `levels` brackets. Several brackets opened on one line count
 * once, because the formatter indents them by one step.
 */
function opened(text: string, open: readonly number[], levels: number): number {
  const lines = open.slice(0, levels).map((offset) => text.lastIndexOf("\n", offset));
  const last = open[levels];
  const own = last === undefined ? null : text.lastIndexOf("\n", last);
  return new Set(lines.filter((line) => line !== own)).size;
}
