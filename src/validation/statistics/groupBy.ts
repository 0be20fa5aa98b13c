/** Members by key, keys in order of appearance. */
export function groupBy<T>(
  members: readonly T[],
  keyOf: (member: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const member of members) {
    const key = keyOf(member);
    const group = groups.get(key);
    if (group) group.push(member);
    else groups.set(key, [member]);
  }
  return groups;
}

/** Members by key, sorted by key. */
export function sortedGroups<T>(
  members: readonly T[],
  keyOf: (member: T) => string,
): readonly (readonly [name: string, members: readonly T[]])[] {
  return [...groupBy(members, keyOf)].sort(([a], [b]) => (a < b ? -1 : 1));
}
