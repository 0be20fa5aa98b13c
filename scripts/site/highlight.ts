import { StringStream } from "@codemirror/language";
import { tokenizer } from "../../src/editor/tokenizer.ts";
import { escapeHtml } from "../../src/report/escaping/escape.ts";

/** A program as lines of HTML with a class a kind of word, by the tokenizer of the editors. */
export function highlight(code: string): string {
  const state = tokenizer.startState?.(2) as never;
  return code
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => {
      const stream = new StringStream(line, 2, 2);
      let html = "";
      while (!stream.eol()) {
        stream.start = stream.pos;
        const kind = tokenizer.token(stream, state);
        const text = escapeHtml(stream.current());
        html += kind === null ? text : `<span class="dtp-${kind.split(/[ .]/)[0]}">${text}</span>`;
      }
      return `<span class="line">${html}</span>`;
    })
    .join("\n");
}
