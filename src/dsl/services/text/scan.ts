/**
 * Token of a text that is being typed, which may be invalid. Scanning never fails, and every character other than a
 * blank belongs to one token.
 */
export interface Token {
  readonly kind: "word" | "number" | "string" | "comment" | "mark";
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** True for the first token of its line. */
  readonly leads: boolean;
}

const TOKEN =
  /(?<comment>#[^\n]*)|(?<string>"(?:[^"\\\n]|\\.)*"?)|(?<word>1f1b(?!\w)|[A-Za-z_]\w*)|(?<number>\$?\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?(?:[A-Za-z][\w]*)?%?)|(?<mark>~=|==|!=|<=|>=|[^\s])/gu;

export function scan(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let lineEnd = -1;
  for (const match of text.matchAll(TOKEN)) {
    const { comment, string, word, number } = match.groups ?? {};
    const start = match.index;
    const previous = tokens[tokens.length - 1];
    if (previous) lineEnd = previous.end;
    tokens.push({
      kind: comment ? "comment" : string ? "string" : word ? "word" : number ? "number" : "mark",
      text: match[0],
      start,
      end: start + match[0].length,
      leads: previous === undefined || text.slice(lineEnd, start).includes("\n"),
    });
  }
  return tokens;
}
