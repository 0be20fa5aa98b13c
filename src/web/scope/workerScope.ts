/** Globals of a worker that this room uses. Node's types do not have them. */
export interface WorkerScope {
  readonly location: { readonly href: string };
  postMessage(value: unknown): void;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  importScripts(url: string): void;
  readonly XMLHttpRequest: new () => {
    open(method: "GET", url: string, async: false): void;
    send(): void;
    readonly status: number;
  };
}

/** Returns the globals of the worker that this code runs in. */
export const workerScope = (): WorkerScope => globalThis as unknown as WorkerScope;
