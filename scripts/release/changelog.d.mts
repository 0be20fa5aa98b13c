export function isVersion(text: string): boolean;
export function isBefore(one: string, other: string): boolean;
export function releasedChangelog(
  text: string,
  version: string,
  date: string,
): string | { readonly problem: string };
