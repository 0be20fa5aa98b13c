/** Time after which work that met a running request is tried again, in ms. */
const AGAIN = 500;

/** Work on a timer that never meets a request: it waits until none runs, and a request waits for its end. */
export interface BetweenRequests {
  /** Runs `work` once, after a pause in ms. The returned function calls it off. A timer keeps no process alive. */
  later(milliseconds: number, work: () => Promise<void>): () => void;
  /** Resolves when no such work runs; none begins before `answered`. */
  asked(): Promise<void>;
  answered(): void;
}

/** Creates the timers of a kernel that answers one request at a time. */
export function betweenRequests(): BetweenRequests {
  let requests = 0;
  let working = Promise.resolve();
  return {
    later(milliseconds, work) {
      let off = false;
      let timer: NodeJS.Timeout;
      const run = (): void => {
        if (off) return;
        if (requests > 0) timer = setTimeout(run, AGAIN).unref();
        // The work reports its own failures; a bug in it must not end the kernel.
        else working = working.then(() => (off ? undefined : work())).catch(() => {});
      };
      timer = setTimeout(run, milliseconds).unref();
      return () => {
        off = true;
        clearTimeout(timer);
      };
    },
    asked() {
      requests++;
      return working;
    },
    answered() {
      requests--;
    },
  };
}
