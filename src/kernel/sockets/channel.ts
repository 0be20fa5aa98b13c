import type { JsonObject } from "../wire/message.ts";

/**
 * Messages from the thread that owns the sockets to the thread that evaluates. One request runs at a time.
 */
export type ToEvaluator =
  | {
      readonly kind: "request";
      readonly type: string;
      readonly content: JsonObject;
      readonly metadata: JsonObject;
    }
  /** Sent while no request waits: a good moment to load the evaluator. */
  | { readonly kind: "warm" }
  | { readonly kind: "exit" };

/**
 * Messages from the evaluating thread to the sockets. Anything published or done belongs to the running
 * request.
 */
export type FromEvaluator =
  | { readonly kind: "publish"; readonly type: string; readonly content: JsonObject }
  | { readonly kind: "done"; readonly answer: Answer }
  /** Answer to `exit`: no request runs here any more. */
  | { readonly kind: "leaving" };

/** Result of a request. */
export interface Answer {
  /** Reply to send. null for messages that have no answer, such as `comm_msg`. */
  readonly reply: {
    readonly type: string;
    readonly content: JsonObject;
    readonly metadata?: JsonObject;
  } | null;
  /** True where the cell failed, so that cells queued behind it must not run. */
  readonly abortQueued: boolean;
}

/** Data that the socket worker gets at its start. */
export interface WorkerStart {
  readonly connectionFile: string;
  /** One Int32: 1 asks the evaluator to stop. Only the socket worker sets and clears it. */
  readonly interruptFlag: SharedArrayBuffer;
  /** True to stay alive when the process that started the kernel ends. */
  readonly detached: boolean;
}
