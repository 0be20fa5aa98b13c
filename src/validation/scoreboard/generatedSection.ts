/** Markers around the generated section of a hand-written page. */
const FIRST = "<!-- written by `npm run validate -- --write` -->";
const LAST = "<!-- end of what is written -->";

/** Page with its generated section replaced. Throws on a page without one. */
export function withSection(page: string, section: readonly string[]): string {
  const [first, last] = [page.indexOf(FIRST), page.indexOf(LAST)];
  if (first < 0 || last < first) throw new Error(`a page without the lines ${FIRST} and ${LAST}`);
  return `${page.slice(0, first)}${[FIRST, ...section].join("\n\n")}\n\n${page.slice(last)}`;
}
