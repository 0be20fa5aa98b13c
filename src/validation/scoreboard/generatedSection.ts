/** Markers around the generated section of a hand-written page. */
const first = (command: string): string => `<!-- written by \`${command}\` -->`;
const LAST = "<!-- end of what is written -->";

/** Page with its generated section replaced, which `command` writes. Throws on a page without one. */
export function withSection(
  page: string,
  section: readonly string[],
  command = "npm run validate -- --write",
): string {
  const start = first(command);
  const [from, to] = [page.indexOf(start), page.indexOf(LAST)];
  if (from < 0 || to < from) throw new Error(`a page without the lines ${start} and ${LAST}`);
  return `${page.slice(0, from)}${[start, ...section].join("\n\n")}\n\n${page.slice(to)}`;
}
