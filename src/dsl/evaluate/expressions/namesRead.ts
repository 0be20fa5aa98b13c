/**
 * Collects all names that occur in the expressions of a part of the syntax tree, those of called functions and of controlled values included. Some may refer to fields of a record
 * instead of definitions. Such a name only marks an output as outdated without need.
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
  if ("kind" in node && node.kind === "control" && "path" in node) {
    const { names } = node.path as { readonly names?: readonly { readonly name: string }[] };
    if (names?.[0]) into.add(names[0].name);
  }
  if ("kind" in node && node.kind === "call" && "callee" in node) {
    const { name } = node.callee as { readonly name?: unknown };
    if (typeof name === "string") into.add(name);
  }
  for (const [key, child] of Object.entries(node)) {
    if (key !== "span" && typeof child === "object") namesRead(child, into);
  }
  return into;
}
