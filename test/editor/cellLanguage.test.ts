import { StreamLanguage } from "@codemirror/language";
import { TreeFragment } from "@lezer/common";
import { describe, expect, test } from "vitest";
import { cellLanguage } from "../../src/editor/cellLanguage.ts";
import { tokenizer } from "../../src/editor/tokenizer.ts";

/** Stands for TypeScript: a line is a comment, or a word of its own. */
const other = StreamLanguage.define({
  token(stream) {
    if (stream.match(/^\/\/.*/)) return "comment";
    stream.skipToEnd();
    return "string";
  },
});
const language = cellLanguage(StreamLanguage.define(tokenizer), other);

/** The names of a text's nodes. */
function nodes(text: string, fragments?: readonly TreeFragment[]): readonly string[] {
  const found: string[] = [];
  language.parser.parse(text, fragments).iterate({ enter: ({ type }) => void found.push(type.name) });
  return found.slice(1);
}

describe("the language of a cell", () => {
  test("is TypeScript below %%ts, whose line is a comment", () => {
    expect(nodes("%%ts\nlet a = 1")).toEqual(["comment", "string"]);
    expect(nodes("%%tsx")).toEqual(["magic"]);
    expect(nodes("let a")).toEqual(["keyword", "definition"]);
    expect(nodes("")).toEqual([]);
  });

  test("changes with the first line, whatever tree there was", () => {
    const before = TreeFragment.addTree(language.parser.parse("%%ts\nlet a"));
    const changed = TreeFragment.applyChanges(before, [{ fromA: 0, toA: 5, fromB: 0, toB: 0 }]);
    expect(nodes("let a", changed)).toEqual(["keyword", "definition"]);
  });
});
