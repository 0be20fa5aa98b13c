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

/** Makes the watch. `reader` gives the way to read blobs; null where there is none. `now` is a clock in ms. */
export function stopWatch(
  reader: () => ((url: string) => boolean) | null,
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
        stopped = reader()?.(source.url) === false;
        next = now() + EVERY;
      }
      return stopped;
    },
  };
}
