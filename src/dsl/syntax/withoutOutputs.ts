import { showers } from "../ast/words.ts";
import { parse } from "./parse.ts";

/**
 * Text of a program whose output statements (`show`, `plot`, `expect`) are blanked, so that nothing is evaluated for
 * them. Every other statement stays at its place.
 */
export function withoutOutputs(text: string): string {
  const { file } = parse({ name: "", text }, "file");
  let rest = text;
  for (const { kind, span } of file.items)
    if ((showers as readonly string[]).includes(kind))
      rest = `${rest.slice(0, span.start)}${blank(text.slice(span.start, span.end))}${rest.slice(span.end)}`;
  return rest;
}

const blank = (text: string): string => text.replace(/[^\n]/g, " ");
