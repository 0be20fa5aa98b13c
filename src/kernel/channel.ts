import type { JsonObject } from "./wire/message.ts";

/** From the thread that owns the sockets to the thread that evaluates. One request is under way at a time. */
export type ToEvaluator =
  | {
      readonly kind: "request";
      readonly type: string;
      readonly content: JsonObject;
      readonly metadata: JsonObject;
    }
  /** Nobody waits: a good moment to load the evaluator. */
  | { readonly kind: "warm" }
  | { readonly kind: "exit" };

/** From the evaluating thread to the sockets; what is published or done belongs to the request under way. */
export type FromEvaluator =
  | { readonly kind: "publish"; readonly type: string; readonly content: JsonObject }
  | { readonly kind: "done"; readonly answer: Answer }
  /** The answer to `exit`: nothing is under way here any more. */
  | { readonly kind: "leaving" };

/** How a request ended. */
export interface Answer {
  /** Null for messages that have no answer, such as `comm_msg`. */
  readonly reply: {
    readonly type: string;
    readonly content: JsonObject;
    readonly metadata?: JsonObject;
  } | null;
  /** The cell failed: what was queued behind it must not run. */
  readonly abortQueued: boolean;
}

/** Handed to the socket worker at its start. */
export interface WorkerStart {
  readonly connectionFile: string;
  /** One Int32: 1 asks the evaluator to stop. Set and cleared by the socket worker only. */
  readonly interruptFlag: SharedArrayBuffer;
  /** Stay alive when the process that started the kernel ends. */
  readonly detached: boolean;
}
