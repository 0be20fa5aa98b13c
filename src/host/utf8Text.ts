import { isUtf8 } from "node:buffer";

/**
 * Text of UTF-8 bytes without a byte-order mark. For invalid bytes, `notText` is the place of the first one: a lenient
 * decoder would insert U+FFFD, and writing the text back would lose the original bytes.
 */
export function utf8Text(bytes: Uint8Array): { readonly text: string } | { readonly notText: string } {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return { notText: "it is UTF-16" };
  const lenient = Buffer.from(bytes).toString("utf8");
  if (isUtf8(bytes)) return { text: lenient.replace(/^\uFEFF/, "") };
  // Both byte sequences are equal up to the first invalid byte.
  const replaced = Buffer.from(lenient);
  const at = bytes.findIndex((byte, i) => byte !== replaced[i]);
  const before = Buffer.from(bytes.subarray(0, at)).toString("utf8");
  const line = before.split("\n").length;
  const column = before.length - before.lastIndexOf("\n");
  const byte = (bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, "0");
  return { notText: `byte 0x${byte} at line ${line}, column ${column}` };
}
