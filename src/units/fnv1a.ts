/**
 * The 32-bit FNV-1a hash of `length` octets (draft-eastlake-fnv). A number wider than an octet is folded in whole, so that text hashed by
 * UTF-16 unit has the hash of its bytes where it is ASCII.
 */
export function fnv1a(length: number, octetAt: (at: number) => number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < length; at++) hash = Math.imul(hash ^ octetAt(at), 0x01000193);
  return hash >>> 0;
}
