/** Most words of a sentence. Formulas, code, links' addresses and figures do not count. */
export const MOST_WORDS = 40;

/** Plain text of a page in Markdown: without code, figures, tables and headings; each item of a list is a paragraph. */
export const plainText = (markdown: string): string =>
  markdown
    .replace(/```[\s\S]*?```|<p\b[\s\S]*?<\/p>/g, "\n\n")
    .replace(/^ {4,}.*$|^\|.*$|^#+ .*$|^!\[.*$/gm, "\n\n")
    .replace(/^\s*(?:[-*]|\d+\.)\s/gm, "\n\n");

/** Text of the `#` comments of a program or a lesson, which is Markdown as well. */
export const commentText = (program: string): string =>
  plainText(
    program
      .split("\n")
      .map((line) => /^# ?(?!%%)(.*)$/.exec(line)?.[1] ?? "")
      .join("\n"),
  );

/** Sentences of a text with more than `MOST_WORDS` words, each with its number of words. */
export function longSentences(text: string): readonly string[] {
  return text
    .replace(/`[^`]*`/g, "·")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .split(/(?<=[.:;!?])\s+|\n\s*\n/)
    .map((sentence) => sentence.replace(/\s+/g, " ").trim())
    .map((sentence) => ({ sentence, words: wordsIn(sentence) }))
    .filter(({ words }) => words > MOST_WORDS)
    .map(({ sentence, words }) => `${words} words: ${sentence.slice(0, 80)}…`);
}

const wordsIn = (sentence: string): number =>
  sentence.split(" ").filter((word) => /\p{L}{2}/u.test(word)).length;
