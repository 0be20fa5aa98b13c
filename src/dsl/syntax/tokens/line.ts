/** True where the text has a line end between two offsets. */
export function breaksBetween(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (text.charCodeAt(at) === 10) return true;
  return false;
}

/** True where only blanks precede `offset` on its line. */
export function beginsLine(text: string, offset: number): boolean {
  for (let at = offset - 1; at >= 0; at--) {
    const code = text.charCodeAt(at);
    if (code === 10) return true;
    if (code !== 32 && code !== 9 && code !== 13) return false;
  }
  return true;
}
