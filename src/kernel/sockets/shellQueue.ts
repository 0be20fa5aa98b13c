import type { Message } from "../core/protocol/message.ts";

/** Functions that the queue calls on a request. */
export interface ShellHandlers {
  /** Starts to handle the request. `done` of the queue is called when the request ends. */
  start(message: Message): void;
  /** Answers the request as `aborted`, without running it. */
  abort(message: Message): void;
}

/**
 * Queue of the shell channel's requests, which run one at a time and in order. When a cell fails, queued
 * execute requests are aborted ("run all" stops at the first error). Requests of other types are still
 * answered.
 */
export function shellQueue(handlers: ShellHandlers): {
  push(message: Message): void;
  done(abortQueued: boolean): void;
  /** Starts or ends a state in which queued and arriving execute requests are aborted. */
  refuse(on: boolean): void;
  current(): Message | null;
} {
  const waiting: Message[] = [];
  let current: Message | null = null;
  let refusing = false;

  function next(): void {
    const message = waiting.shift();
    current = message ?? null;
    if (message) handlers.start(message);
  }

  function abortWaiting(): void {
    const kept: Message[] = [];
    for (const message of waiting.splice(0)) {
      if (message.header.msg_type === "execute_request") handlers.abort(message);
      else kept.push(message);
    }
    waiting.push(...kept);
  }

  return {
    push(message) {
      if (refusing && message.header.msg_type === "execute_request") {
        handlers.abort(message);
        return;
      }
      waiting.push(message);
      if (!current) next();
    },
    done(abortQueued) {
      if (abortQueued) abortWaiting();
      next();
    },
    refuse(on) {
      refusing = on;
      if (on) abortWaiting();
    },
    current: () => current,
  };
}
