import type { StopSource } from "./stopSource.ts";

/** Page's means of stopping one request. */
export interface Stop {
  readonly source: StopSource;
  stop(): void;
  /** Frees the source after the request. */
  end(): void;
}

/** True where the page shares memory with its workers: it was served with the headers that isolate it. */
export function isIsolated(): boolean {
  return Reflect.get(globalThis, "crossOriginIsolated") === true && typeof SharedArrayBuffer === "function";
}

/** Makes the means of stopping one request: shared memory where the page is isolated, a blob otherwise. */
export function createStop(isolated = isIsolated()): Stop {
  if (isolated) {
    const flag = new SharedArrayBuffer(4);
    return {
      source: { kind: "shared", flag },
      stop: () => void Atomics.store(new Int32Array(flag), 0, 1),
      end() {},
    };
  }
  // A script that does nothing: some workers can only run it.
  const url = URL.createObjectURL(new Blob(["0"], { type: "text/javascript" }));
  const revoke = (): void => URL.revokeObjectURL(url);
  return { source: { kind: "blob", url }, stop: revoke, end: revoke };
}
