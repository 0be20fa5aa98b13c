/** Limit on remembered signatures. Beyond it, the oldest tenth is forgotten. */
const MOST = 1 << 16;

/**
 * Creates a detector of replayed messages. `seen` says whether a signature was seen before, and remembers it.
 * Message ids and dates are signed, so a front end never repeats a signature; a repetition was recorded by
 * someone.
 */
export function replays(): { seen(signature: Uint8Array): boolean } {
  const known = new Set<string>();
  return {
    seen(signature) {
      // Messages of unsigned connections have no signature to compare.
      if (signature.length === 0) return false;
      const text = Buffer.from(signature).toString("latin1");
      if (known.has(text)) return true;
      known.add(text);
      if (known.size > MOST) {
        let left = MOST / 10;
        for (const old of known) {
          if (left-- <= 0) break;
          known.delete(old);
        }
      }
      return false;
    },
  };
}
