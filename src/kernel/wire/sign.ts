import { createHmac, timingSafeEqual } from "node:crypto";

/** How messages of one connection are signed. An empty key means: unsigned, every signature accepted. */
export interface Signing {
  readonly key: string;
  /** `hmac-sha256` and its kin, as `signature_scheme` in the connection file. */
  readonly scheme: string;
}

/** Hex digest over the four JSON parts, or the empty string without a key. */
export function sign(signing: Signing, parts: readonly Uint8Array[]): string {
  if (signing.key === "") return "";
  const hmac = createHmac(signing.scheme.replace(/^hmac-/, ""), signing.key);
  for (const part of parts) hmac.update(part);
  return hmac.digest("hex");
}

/** Compares in time that does not depend on where the signatures differ. */
export function verify(signing: Signing, parts: readonly Uint8Array[], signature: Uint8Array): boolean {
  if (signing.key === "") return true;
  const expected = Buffer.from(sign(signing, parts), "latin1");
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}
