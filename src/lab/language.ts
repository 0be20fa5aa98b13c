import { type Language, LanguageSupport, StreamLanguage } from "@codemirror/language";
import { cellLanguage } from "./cellLanguage.ts";
import { tokenizer } from "./tokenizer.ts";

/**
 * Highlighting, indentation and comment keys of `.dtp` text in a CodeMirror 6 editor, and of `%%ts` cells
 * where the editor has TypeScript.
 */
export function dtpLanguage(typescript: Language | undefined): LanguageSupport {
  const dtp = StreamLanguage.define(tokenizer);
  return new LanguageSupport(typescript ? cellLanguage(dtp, typescript) : dtp);
}
