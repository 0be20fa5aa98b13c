import { Gunzip } from "fflate";

/** Chunks of a file, decompressed where it begins with the mark of gzip. Each chunk is inflated when it is read. */
export function* inflated(chunks: Iterable<Uint8Array>): Iterable<Uint8Array> {
  let found: Uint8Array[] = [];
  let gunzip: Gunzip | null | undefined;
  for (const chunk of chunks) {
    if (chunk.length === 0) continue;
    if (gunzip === undefined) {
      const isGzip = chunk[0] === 0x1f && chunk[1] === 0x8b;
      gunzip = isGzip ? new Gunzip((part) => found.push(part)) : null;
    }
    if (!gunzip) yield chunk;
    else {
      gunzip.push(chunk);
      yield* found;
      found = [];
    }
  }
}
