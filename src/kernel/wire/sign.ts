import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Key and scheme with which a connection's messages are signed. With an empty key messages are unsigned and
 * every signature is accepted.
 */
export interface Signing {
  readonly key: string;
  /** HMAC scheme, such as `hmac-sha256`, from `signature_scheme` in the connection file. */
  readonly scheme: string;
}

/** Signature of a message: hex digest over its four JSON parts. Empty without a key. */
export function sign(signing: Signing, parts: readonly Uint8Array[]): string {
  if (signing.key === "") return "";
  const hmac = createHmac(signing.scheme.replace(/^hmac-/, ""), signing.key);
  for (const part of parts) hmac.update(part);
  return hmac.digest("hex");
}

/**
 * True where a message's signature is valid. The comparison takes a time that does not depend on where
 * signatures differ.
 */
export function verify(signing: Signing, parts: readonly Uint8Array[], signature: Uint8Array): boolean {
  if (signing.key === "") return true;
  const expected = Buffer.from(sign(signing, parts), "latin1");
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}
