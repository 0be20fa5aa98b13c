const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?$/;

/** @param {string} text */
export function isVersion(text) {
  return VERSION.test(text);
}

/**
 * True where `one` is an earlier version than `other`. Names of pre-releases compare in natural order: rc.2 is before rc.10.
 * @param {string} one
 * @param {string} other
 */
export function isBefore(one, other) {
  const [a, b] = [VERSION.exec(one), VERSION.exec(other)];
  for (const at of [1, 2, 3]) {
    const difference = Number(a?.[at]) - Number(b?.[at]);
    if (difference !== 0) return difference < 0;
  }
  const [early, late] = [a?.[4], b?.[4]];
  if (early === undefined || late === undefined) return early !== undefined && late === undefined;
  return early.localeCompare(late, "en", { numeric: true }) < 0;
}

/**
 * The changelog with what was under "Unreleased" under the version's own heading, and "Unreleased" empty above it.
 * @param {string} text
 * @param {string} version
 * @param {string} date as 2026-01-31
 * @returns {string | { readonly problem: string }}
 */
export function releasedChangelog(text, version, date) {
  const heading = /^## Unreleased\n/m.exec(text);
  if (!heading) return { problem: 'CHANGELOG.md has no heading "## Unreleased"' };
  if (text.includes(`\n## ${version} (`))
    return { problem: `CHANGELOG.md has a heading of ${version} already` };
  const before = text.slice(0, heading.index);
  const rest = text.slice(heading.index + heading[0].length);
  const next = rest.search(/^## /m);
  const changes = next < 0 ? rest : rest.slice(0, next);
  if (!/^- /m.test(changes)) return { problem: 'CHANGELOG.md has no change under "Unreleased"' };
  return `${before}## Unreleased\n\n## ${version} (${date})\n${rest}`;
}
