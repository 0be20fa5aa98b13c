import { type Language, LanguageSupport, StreamLanguage } from "@codemirror/language";
import { cellLanguage } from "./cellLanguage.ts";
import { tokenizer } from "./tokenizer.ts";

/**
 * CodeMirror 6 support for `.dtp` text: highlighting, indentation and comment keys, also in `%%ts` cells
 * where the editor has TypeScript.
 */
export function dtpLanguage(typescript: Language | undefined): LanguageSupport {
  const dtp = StreamLanguage.define(tokenizer);
  return new LanguageSupport(typescript ? cellLanguage(dtp, typescript) : dtp);
}
