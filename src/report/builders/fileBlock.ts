import type { FileBlock } from "../document.ts";

/** A text as a block of its lines. */
export function fileBlock(name: string, language: string, text: string): FileBlock {
  return { kind: "file", name, language, lines: text.replace(/\n$/, "").split("\n") };
}
