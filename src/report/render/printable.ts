import { visible } from "../visible.ts";

/**
 * The same value with control characters written out in every string in it: names and texts of a program must not steer a
 * terminal. Applied before our own colours are added. Plotly's part of a figure is passed over: no text is made from it.
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
