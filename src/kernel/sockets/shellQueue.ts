import type { Message } from "../wire/message.ts";

/** What the queue does with a request whose turn has come, or that is thrown out. */
export interface ShellHandlers {
  /** Start it; `done` will be called later. */
  start(message: Message): void;
  /** Answer it with `aborted`, without running it. */
  abort(message: Message): void;
}

/**
 * Requests of the shell channel, one at a time and in order. When a cell fails, the execute requests that wait behind
 * it are aborted ("run all" stops at the first error); requests of other types still get their answer.
 */
export function shellQueue(handlers: ShellHandlers): {
  push(message: Message): void;
  done(abortQueued: boolean): void;
  /** While true, execute requests that wait or come are aborted. */
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
