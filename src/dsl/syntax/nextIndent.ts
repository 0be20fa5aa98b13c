const STEP = 2;
const TOKEN = /#[^\n]*|"(?:[^"\\\n]|\\.)*"?|[([{]|[)\]}]/g;
/** Ends a line that the next one goes on with. A comma does not: the next item stands where this one does. */
const DANGLING =
  /(?:[=+\-*/^<>.~]|\b(?:on|with|and|or|not|in|as|if|then|else|for|where|derive|minimize|maximize|pareto|keep|per|from|cite|within|hint))$/;

/**
 * Blanks for the line below a text that is not at its end: a step inside the line that opened the innermost bracket, or
 * a step inside the last line where that one breaks off (`tp =`). Text typed without indents counts as if it had them.
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

/** Brackets opened on one line count once, as the formatter indents them. */
function opened(text: string, open: readonly number[], levels: number): number {
  const lines = open.slice(0, levels).map((offset) => text.lastIndexOf("\n", offset));
  const last = open[levels];
  const own = last === undefined ? null : text.lastIndexOf("\n", last);
  return new Set(lines.filter((line) => line !== own)).size;
}
