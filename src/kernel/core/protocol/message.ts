/** JSON object of a message. */
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

/** Jupyter message without framing and signature. */
export interface Message {
  /** Routing frames before the delimiter, which a reply must repeat. On the iopub channel: the topic. */
  readonly identities: readonly Uint8Array[];
  readonly header: Header;
  /** Header of the request that the message belongs to. An empty object without one. */
  readonly parent: JsonObject;
  readonly metadata: JsonObject;
  readonly content: JsonObject;
  /**
   * Number of bytes of a content that is too long to be read. `content` is then empty, and the request is
   * refused when it would start.
   */
  readonly tooLong?: number;
}

export const PROTOCOL_VERSION = "5.4";

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
