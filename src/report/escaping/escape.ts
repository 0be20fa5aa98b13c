import { visible } from "./visible.ts";

/**
 * Text with `<`, `&` and quotes escaped for HTML and SVG, both in content and in quoted attributes. Every
 * text of an output passes through here.
 */
export function escapeHtml(text: string): string {
  return visible(text).replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}
