/**
 * Every name that a piece of syntax mentions in an expression, whether or not a record's own field shadows it: what a
 * statement may depend on. More than it does is safe; staleness is then said once too often, never too seldom.
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
