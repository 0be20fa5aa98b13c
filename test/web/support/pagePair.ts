import type { WorkerPort } from "../../../src/web/index.ts";
import type { WorkerScope } from "../../../src/web/scope/workerScope.ts";

/** Both ends of a worker in one thread: messages are cloned, and arrive later, as between threads. */
export function pagePair(): { readonly port: WorkerPort; readonly scope: WorkerScope; fail(): void } {
  type Listener = (event: { readonly data: unknown }) => void;
  const [toPage, toWorker, errors]: [Listener[], Listener[], Listener[]] = [[], [], []];
  let ended = false;
  const send = (listeners: readonly Listener[], value: unknown): void => {
    const data: unknown = structuredClone(value);
    queueMicrotask(() => {
      if (!ended) for (const listener of listeners) listener({ data });
    });
  };
  return {
    port: {
      postMessage: (value) => send(toWorker, value),
      addEventListener: (type, listener) => (type === "error" ? errors : toPage).push(listener as Listener),
      terminate() {
        ended = true;
      },
    },
    scope: {
      location: { href: "http://a.example/web/worker.js" },
      postMessage: (value) => send(toPage, value),
      addEventListener: (_, listener) => toWorker.push(listener),
      importScripts(url) {
        throw new Error(`nothing is at ${url}`);
      },
      XMLHttpRequest: class {
        readonly status = 200;
        open(): void {}
        send(): void {}
      },
    },
    fail: () => send(errors, null),
  };
}
