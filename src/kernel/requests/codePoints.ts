/** Jupyter counts characters as Unicode code points, JavaScript as UTF-16 code units. These convert between the two. */

/** UTF-16 offset → code points. An offset inside a surrogate pair counts the whole pair. */
export function toCodePoints(text: string, offset: number): number {
  let points = 0;
  for (let at = 0; at < offset && at < text.length; points++) at += width(text, at);
  return points;
}

/** Code points → UTF-16 offset. Beyond the end is the end. */
export function fromCodePoints(text: string, points: number): number {
  let at = 0;
  for (let seen = 0; seen < points && at < text.length; seen++) at += width(text, at);
  return at;
}

function width(text: string, at: number): 1 | 2 {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
