/**
 * Path from the top folder of an import that the text at `from` makes: `./node.dtp` in `lib/a.dtp` is `lib/node.dtp`. null for a
 * path that leads out of the top folder.
 */
export function resolvePath(specifier: string, from: string): string | null {
  if (/^([a-z]+:|[\\/])/i.test(specifier)) return null;
  const parts = from.split("/").slice(0, -1);
  for (const part of specifier.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.length === 0 ? null : parts.join("/");
}
