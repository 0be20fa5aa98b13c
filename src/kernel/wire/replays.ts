/** Signatures that are remembered; the oldest tenth is forgotten when there are more. */
const MOST = 1 << 16;

/**
 * Tells a message that has come before by its signature: message ids and dates are signed, so a front end never sends one twice, and
 * who does has recorded it. `seen` says whether a signature is known, and remembers it.
 */
export function replays(): { seen(signature: Uint8Array): boolean } {
  const known = new Set<string>();
  return {
    seen(signature) {
      // unsigned connections have nothing to tell messages apart by
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
