import type { StopSource } from "./stopSource.ts";

/** Time between two looks at a blob, in ms. A look takes about 3 ms. */
const EVERY = 100;

/** Worker's view of the page's requests to stop. */
export interface StopWatch {
  /** Begins a request, which `source` can stop. */
  begin(source: StopSource): void;
  /** True where the running request should stop. Long loops poll this. */
  stopped(): boolean;
}

/** Makes the watch. `readable` is true where the blob at an address can be read. `now` is a clock in ms. */
export function stopWatch(
  readable: (url: string) => boolean,
  now: () => number = () => performance.now(),
): StopWatch {
  let source: StopSource = { kind: "none" };
  let flag: Int32Array | null = null;
  let stopped = false;
  let next = 0;
  return {
    begin(one) {
      source = one;
      flag = one.kind === "shared" ? new Int32Array(one.flag) : null;
      stopped = false;
      next = now() + EVERY;
    },
    stopped() {
      if (stopped || source.kind === "none") return stopped;
      if (flag) {
        stopped = Atomics.load(flag, 0) === 1;
      } else if (source.kind === "blob" && now() >= next) {
        stopped = !readable(source.url);
        next = now() + EVERY;
      }
      return stopped;
    },
  };
}
