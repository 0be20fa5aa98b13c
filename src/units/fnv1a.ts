/**
 * Hash of `length` octets by the 32-bit FNV-1a algorithm (draft-eastlake-fnv). `octetAt` gives each octet. A number
 * wider than an octet is folded in whole, so that an ASCII text hashed by UTF-16 units has the hash of its bytes.
 */
export function fnv1a(length: number, octetAt: (at: number) => number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < length; at++) hash = Math.imul(hash ^ octetAt(at), 0x01000193);
  return hash >>> 0;
}
