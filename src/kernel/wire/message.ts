/** JSON object as it is sent. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Header of a Jupyter message (protocol 5.4). Unknown keys are kept: a parent header is echoed unchanged. */
export interface Header extends JsonObject {
  readonly msg_id: string;
  readonly msg_type: string;
  readonly session: string;
  readonly username: string;
  readonly date: string;
  readonly version: string;
}

/** One message without framing and signature. */
export interface Message {
  /** Routing frames before the delimiter, which a reply carries back. On iopub: the topic. */
  readonly identities: readonly Uint8Array[];
  readonly header: Header;
  /** Header of the request behind this message. An empty object without one. */
  readonly parent: JsonObject;
  readonly metadata: JsonObject;
  readonly content: JsonObject;
  /**
   * Bytes of a content that is too long to be read. `content` is then empty, and the request is refused when
   * its turn comes.
   */
  readonly tooLong?: number;
}

export const PROTOCOL_VERSION = "5.4";

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
