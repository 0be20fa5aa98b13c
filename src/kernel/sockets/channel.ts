import type { Answer } from "../core/protocol/answer.ts";
import type { JsonObject } from "../core/protocol/message.ts";

/**
 * Messages from the thread that owns the sockets to the thread that evaluates, which runs one request at a
 * time.
 */
export type ToEvaluator =
  | {
      readonly kind: "request";
      readonly type: string;
      readonly content: JsonObject;
      readonly metadata: JsonObject;
      /** The request's header, for outputs that come after its answer. */
      readonly header: JsonObject;
    }
  /** Sent while no request waits, which is a good moment to load the evaluator. */
  | { readonly kind: "warm" }
  /** Sent for an interrupt while no request runs. */
  | { readonly kind: "interrupt" }
  | { readonly kind: "exit" };

/**
 * Messages from the evaluating thread to the thread that owns the sockets. An answer belongs to the
 * running request.
 */
export type FromEvaluator =
  | {
      readonly kind: "publish";
      readonly type: string;
      readonly content: JsonObject;
      /** Header of the request to which it belongs, which may have been answered. */
      readonly header: JsonObject;
    }
  | { readonly kind: "done"; readonly answer: Answer }
  /** Answer to `exit`: the evaluating thread runs no more requests. */
  | { readonly kind: "leaving" };

/** Data that the thread with the sockets gets at its start. */
export interface WorkerStart {
  readonly connectionFile: string;
  /**
   * Shared memory with one Int32: 1 asks the evaluator to stop. Only the thread with the sockets sets and
   * clears it.
   */
  readonly interruptFlag: SharedArrayBuffer;
  /** True where the kernel stays alive when the process that started it ends. */
  readonly detached: boolean;
}
