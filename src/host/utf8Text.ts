import { isUtf8 } from "node:buffer";

/**
 * The text of bytes, without a byte-order mark. Bytes that are not UTF-8 are a problem that says where: a lenient decoder would put
 * U+FFFD in their place, and whoever writes the text back loses them.
 */
export function utf8Text(bytes: Uint8Array): { readonly text: string } | { readonly notText: string } {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return { notText: "it is UTF-16" };
  const lenient = Buffer.from(bytes).toString("utf8");
  if (isUtf8(bytes)) return { text: lenient.replace(/^\uFEFF/, "") };
  // Up to the first wrong byte both are the same.
  const replaced = Buffer.from(lenient);
  const at = bytes.findIndex((byte, i) => byte !== replaced[i]);
  const before = Buffer.from(bytes.subarray(0, at)).toString("utf8");
  const line = before.split("\n").length;
  const column = before.length - before.lastIndexOf("\n");
  const byte = (bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, "0");
  return { notText: `byte 0x${byte} at line ${line}, column ${column}` };
}
