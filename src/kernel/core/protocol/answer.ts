import type { JsonObject } from "./message.ts";

/** Reply of the kernel to a request of a front end. */
export interface ReplyMessage {
  readonly type: string;
  readonly content: JsonObject;
  readonly metadata?: JsonObject;
}

/** Result of a request, from the evaluating thread. */
export interface Answer {
  /** Reply to send to the front end. null for messages that expect none, such as `comm_msg`. */
  readonly reply: ReplyMessage | null;
  /** True where the cell failed, so that execute requests queued behind it are aborted. */
  readonly abortQueued: boolean;
}
