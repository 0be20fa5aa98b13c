import { parse, showers } from "../../dsl/syntax/index.ts";

/**
 * Text of a program that only explains a path. Its own outputs are blanked, so that nothing is worked out that the
 * explanation does not need; lines stay where they are.
 */
export function explaining(text: string, path: string): string {
  const { file } = parse({ name: "", text }, "file");
  let rest = text;
  for (const { kind, span } of file.items)
    if ((showers as readonly string[]).includes(kind))
      rest = `${rest.slice(0, span.start)}${blank(text.slice(span.start, span.end))}${rest.slice(span.end)}`;
  return `${rest}\nexplain ${path}\n`;
}

const blank = (text: string): string => text.replace(/[^\n]/g, " ");
