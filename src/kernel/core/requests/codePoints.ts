/** Conversion between UTF-16 offsets (JavaScript) and Unicode code points (Jupyter). */

/**
 * Number of Unicode code points (Jupyter) before a UTF-16 offset (JavaScript). An offset inside a surrogate
 * pair counts the whole pair.
 */
export function toCodePoints(text: string, offset: number): number {
  let points = 0;
  for (let at = 0; at < offset && at < text.length; points++) at += width(text, at);
  return points;
}

/** UTF-16 offset (JavaScript) after a number of Unicode code points (Jupyter), at most the text's length. */
export function fromCodePoints(text: string, points: number): number {
  let at = 0;
  for (let seen = 0; seen < points && at < text.length; seen++) at += width(text, at);
  return at;
}

function width(text: string, at: number): 1 | 2 {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
