import { LanguageSupport, StreamLanguage } from "@codemirror/language";
import { tokenizer } from "./tokenizer.ts";

/** Highlighting, indentation and comment keys of `.dtp` text in a CodeMirror 6 editor. */
export function dtpLanguage(): LanguageSupport {
  return new LanguageSupport(StreamLanguage.define(tokenizer));
}
