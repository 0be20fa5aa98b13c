/** Text without its cursor mark, and the mark's offset: `plan p { t<|> }`. */
export function cursorMark(marked: string): { readonly text: string; readonly offset: number } {
  const offset = marked.indexOf("<|>");
  if (offset < 0) throw new Error(`no <|> in ${marked}`);
  return { text: marked.slice(0, offset) + marked.slice(offset + 3), offset };
}
