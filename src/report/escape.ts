import { visible } from "./visible.ts";

/** The one function through which text enters HTML and SVG; safe in content and in quoted attributes. */
export function escapeHtml(text: string): string {
  return visible(text).replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}
