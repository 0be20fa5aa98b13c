import type { FileBlock } from "../document/document.ts";

/** Text as a file block of lines. */
export function fileBlock(name: string, language: string, text: string): FileBlock {
  return { kind: "file", name, language, lines: text.replace(/\n$/, "").split("\n") };
}
