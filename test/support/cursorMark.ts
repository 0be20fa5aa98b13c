/** `plan p { t<|> }` → the text without the mark, and where it stood. */
export function cursorMark(marked: string): { readonly text: string; readonly offset: number } {
  const offset = marked.indexOf("<|>");
  if (offset < 0) throw new Error(`no <|> in ${marked}`);
  return { text: marked.slice(0, offset) + marked.slice(offset + 3), offset };
}
