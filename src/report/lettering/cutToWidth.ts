import { advanceWidth } from "./advances.ts";

/** Text truncated to a width in px at a letter size in px, with an ellipsis where something was cut. */
export function cutToWidth(text: string, width: number, size: number): string {
  const fits = (one: string): boolean => advanceWidth(one, size, false) <= width;
  if (fits(text)) return text;
  const characters = [...text];
  while (characters.length > 1 && !fits(`${characters.join("")}…`)) characters.pop();
  return `${characters.join("")}…`;
}
