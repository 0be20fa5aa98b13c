import { relative } from "node:path";

/**
 * Path relative to the working directory, with forward slashes. A path outside that directory stays absolute.
 */
export function shownPath(path: string, cwd: string): string {
  const inside = relative(cwd, path).replaceAll("\\", "/");
  return inside === "" || inside.startsWith("../../") ? path : inside;
}
