import { binaryText, isBinaryFile, problemFor } from "../../measured/binaryFile.ts";

/**
 * Text that a session reads for a file as a page has it. A compressed trace and a memory snapshot are read here, from their bytes; a
 * database of Nsight Systems needs SQLite, which a page does not have.
 */
export function standIn(path: string, found: string | Uint8Array): string {
  if (/\.sqlite$/i.test(path))
    return problemFor(path, "a database of Nsight Systems is read by `dtp` on a computer, and not in a page");
  if (typeof found !== "string")
    return isBinaryFile(path) ? binaryText(path, [found]) : new TextDecoder().decode(found);
  // A byte-order mark is no part of a text, as on disk.
  const text = found.replace(/^\uFEFF/, "");
  const isText = !isBinaryFile(path) || text.trimStart().startsWith("{");
  return isText ? text : problemFor(path, "this page has its text alone, and the file is no text");
}
