import type { Files } from "../files/files.ts";
import { type FromWorker, type Parts, PROTOCOL, type Ready, type ToWorker } from "../protocol/protocol.ts";
import { createStop, type Stop } from "../stop/createStop.ts";

/** Worker as a page sees it. */
export interface WorkerPort {
  postMessage(message: unknown): void;
  addEventListener(type: "message" | "error", listener: (event: { readonly data?: unknown }) => void): void;
  terminate(): void;
}

/** Page's end of a worker. */
export interface Connection<Call, Event> {
  /** Resolves once the worker has loaded. Rejects where it speaks another version of the messages, or fails to load. */
  readonly ready: Promise<Ready>;
  /** Asks the worker. `on` gets the request's events. Rejects on a bug of the worker, or once the worker has ended. */
  ask(call: Call, on?: (event: Event) => void): Promise<unknown>;
  /** Stops the running request and those behind it. They end as interrupted, with what they have. */
  stop(): void;
  /** Names the files that can be imported, for completion. */
  list(paths: readonly string[]): void;
  /** Ends the worker at once, whatever it is doing. */
  end(): void;
}

/** Options of a page's end of a worker. */
export interface ConnectOptions {
  readonly files: Files;
  /** Parts of the worker that do not lie beside it. */
  readonly parts?: Parts;
}

interface Waiting<Event> {
  readonly stop: Stop;
  resolve(answer: unknown): void;
  reject(error: Error): void;
  on?: ((event: Event) => void) | undefined;
}

/** Connects a page with a worker of this package. */
export function connect<Call, Event>(
  worker: WorkerPort,
  { files, parts = {} }: ConnectOptions,
): Connection<Call, Event> {
  const waiting = new Map<number, Waiting<Event>>();
  const post = (message: ToWorker<Call>): void => worker.postMessage(message);
  let count = 0;
  let ended: Error | null = null;
  const probe = createStop();
  let settle: { resolve(ready: Ready): void; reject(error: Error): void };
  const ready = new Promise<Ready>((resolve, reject) => {
    settle = { resolve, reject };
  });
  // A page may only ask, and hear of a failure there.
  ready.catch(() => {});

  function fail(error: Error): void {
    ended = error;
    probe.end();
    settle.reject(error);
    for (const { stop, reject } of waiting.values()) {
      stop.end();
      reject(error);
    }
    waiting.clear();
  }

  function close(id: number): Waiting<Event> | undefined {
    const one = waiting.get(id);
    waiting.delete(id);
    one?.stop.end();
    return one;
  }

  worker.addEventListener("error", () => fail(new Error("the worker could not load, or has failed")));
  worker.addEventListener("message", ({ data }) => {
    const message = data as FromWorker<Event>;
    switch (message.kind) {
      case "ready":
        probe.end();
        settle.resolve(message);
        return;
      case "refused":
        return fail(new Error(message.message));
      case "event":
        return waiting.get(message.id)?.on?.(message.event);
      case "answer":
        return close(message.id)?.resolve(message.answer);
      case "failed":
        return close(message.id)?.reject(new Error(message.message));
      case "read": {
        const { read, path, as } = message;
        // A file that cannot be read is missing for the program that imports it.
        files.read(path, as).then(
          (text) => post({ kind: "text", read, text }),
          () => post({ kind: "text", read, text: null }),
        );
      }
    }
  });
  post({ kind: "hello", protocol: PROTOCOL, parts, probe: probe.source });
  return {
    ready,
    ask(call, on) {
      if (ended) return Promise.reject(ended);
      const id = ++count;
      const stop = createStop();
      return new Promise((resolve, reject) => {
        waiting.set(id, { stop, resolve, reject, on });
        post({ kind: "request", id, call, stop: stop.source });
      });
    },
    stop() {
      for (const { stop } of waiting.values()) stop.stop();
    },
    list: (paths) => post({ kind: "paths", paths }),
    end() {
      worker.terminate();
      fail(new Error("the worker has ended"));
    },
  };
}
