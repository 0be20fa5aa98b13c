import { visible } from "../escaping/visible.ts";

/**
 * Copy of a value with control characters escaped in all its strings, because a program's names and texts
 * must not control a terminal. Applied before terminal colours are added. A figure's plotly part is skipped,
 * as it is not printed.
 */
export function printable<T>(value: T): T {
  return clean(value) as T;
}

function clean(value: unknown): unknown {
  if (typeof value === "string") return visible(value.replace(/\s*\n\s*/g, " ")).replace(/\p{Cc}/gu, "");
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === "data" || key === "layout" ? inner : clean(inner),
    ]),
  );
}
