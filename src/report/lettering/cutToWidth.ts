import { advanceWidth } from "./advances.ts";

/**
 * Text truncated to a width in px, with an ellipsis where it is too long. `size` is the letter size in px.
 */
export function cutToWidth(text: string, width: number, size: number): string {
  const fits = (one: string): boolean => advanceWidth(one, size, false) <= width;
  if (fits(text)) return text;
  const characters = [...text];
  while (characters.length > 1 && !fits(`${characters.join("")}…`)) characters.pop();
  return `${characters.join("")}…`;
}
