/**
 * Pattern of characters that a text may not contain as they are: control characters except tabs and line
 * ends, and characters that change the direction of text.
 */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Text of a program made safe to show: characters that control a terminal or reorder the text become escapes
 * such as `\u202E`.
 */
export function visible(text: string): string {
  return text.replace(
    HIDDEN,
    (character) => `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`,
  );
}
