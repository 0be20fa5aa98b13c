/** Lines between which a hand-written page holds what a command writes. */
const FIRST = "<!-- written by `npm run validate -- --write` -->";
const LAST = "<!-- end of what is written -->";

/** A page with its generated section anew. Throws on a page without one. */
export function withSection(page: string, section: readonly string[]): string {
  const [first, last] = [page.indexOf(FIRST), page.indexOf(LAST)];
  if (first < 0 || last < first) throw new Error(`a page without the lines ${FIRST} and ${LAST}`);
  return `${page.slice(0, first)}${[FIRST, ...section].join("\n\n")}\n\n${page.slice(last)}`;
}
