import type { FileBlock } from "../document/document.ts";

/** Block that shows a text as a file: its name, its language and its lines. */
export function fileBlock(name: string, language: string, text: string): FileBlock {
  return { kind: "file", name, language, lines: text.replace(/\n$/, "").split("\n") };
}
