import { visible } from "./visible.ts";

/** Text escaped for HTML and SVG, in content and in quoted attributes. Every text goes through it. */
export function escapeHtml(text: string): string {
  return visible(text).replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}
