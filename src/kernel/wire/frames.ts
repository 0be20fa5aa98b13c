import { type Header, isJsonObject, type JsonObject, type Message } from "../core/protocol/message.ts";
import { type Signing, sign, verify } from "./sign.ts";

/** Frame that separates routing frames from the signature in a Jupyter message. */
const DELIMITER = Buffer.from("<IDS|MSG>");

const EMPTY = Buffer.from("{}");

export type Decoded =
  | { readonly ok: true; readonly message: Message }
  | {
      readonly ok: false;
      readonly problem: "no-delimiter" | "too-short" | "bad-signature" | "replayed" | "bad-json" | "too-deep";
    };

/**
 * Limit on nested objects and lists in a message. Parsing works at any depth, but passing a deeper message on
 * (a clone, an echo) would overflow the stack.
 */
const MAX_DEPTH = 200;

/**
 * Limit on the bytes of a message's content. It has room for a cell of the longest text, however its letters
 * are encoded.
 */
export const MAX_CONTENT_BYTES = 8 * 1024 * 1024;

/** Checks that a received message must pass in addition to its form. */
export interface Guard {
  /** True where a message with this signature was received before. */
  seen(signature: Uint8Array): boolean;
  readonly maxContentBytes: number;
}
const UNGUARDED: Guard = { seen: () => false, maxContentBytes: Number.POSITIVE_INFINITY };

/**
 * Message decoded from the frames of one multipart message, or the reason why it is invalid. Never throws: a
 * socket may deliver anything.
 */
export function decode(frames: readonly Uint8Array[], signing: Signing, guard = UNGUARDED): Decoded {
  const delimiter = frames.findIndex((frame) => DELIMITER.equals(frame));
  if (delimiter < 0) return { ok: false, problem: "no-delimiter" };
  const [signature, ...rest] = frames.slice(delimiter + 1);
  const parts = rest.slice(0, 4);
  if (signature === undefined || parts.length < 4) return { ok: false, problem: "too-short" };
  if (!verify(signing, parts, signature)) return { ok: false, problem: "bad-signature" };
  if (signing.key !== "" && guard.seen(signature)) return { ok: false, problem: "replayed" };
  const length = parts[3]?.length ?? 0;
  const tooLong = length > guard.maxContentBytes;
  if (tooLong) parts[3] = EMPTY;
  const [header, parent, metadata, content] = parts.map(parseObject);
  if (!header || !parent || !metadata || !content || !isHeader(header))
    return { ok: false, problem: "bad-json" };
  if ([header, parent, metadata, content].some(isTooDeep)) return { ok: false, problem: "too-deep" };
  return {
    ok: true,
    message: {
      identities: frames.slice(0, delimiter),
      ...{ header, parent, metadata, content },
      ...(tooLong ? { tooLong: length } : {}),
    },
  };
}

/** Frames that a message is sent as, with its signature. */
export function encode(message: Message, signing: Signing): Uint8Array[] {
  const parts = [message.header, message.parent, message.metadata, message.content].map((part) =>
    Buffer.from(JSON.stringify(part)),
  );
  return [...message.identities, DELIMITER, Buffer.from(sign(signing, parts)), ...parts];
}

function parseObject(bytes: Uint8Array): JsonObject | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString("utf8"));
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * True where objects and lists are nested more deeply than the limit. Works level by level, without
 * recursion.
 */
function isTooDeep(value: JsonObject): boolean {
  let level: readonly object[] = [value];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((one) => Object.values(one).filter(isContainer));
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isHeader(value: JsonObject): value is Header {
  return typeof value.msg_id === "string" && typeof value.msg_type === "string";
}
