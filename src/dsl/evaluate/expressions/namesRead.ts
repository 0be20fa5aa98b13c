/**
 * All names in a piece of syntax's expressions: an upper bound of what it depends on, since a record's own fields may
 * shadow some. Too many names only cause superfluous notes of stale outputs.
 */
export function namesRead(node: unknown, into: Set<string> = new Set()): Set<string> {
  if (typeof node !== "object" || node === null) return into;
  if (Array.isArray(node)) {
    for (const item of node) namesRead(item, into);
    return into;
  }
  if ("kind" in node && node.kind === "name" && "name" in node && typeof node.name === "string") {
    into.add(node.name);
    return into;
  }
  for (const [key, child] of Object.entries(node)) {
    if (key !== "span" && typeof child === "object") namesRead(child, into);
  }
  return into;
}
