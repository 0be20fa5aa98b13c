/** Time for a cell to notice the flag, in ms. After it, a signal stops the cell anywhere. */
const PATIENCE = 2000;

/** Handle with which the sockets' thread stops the cell on the other thread. */
export interface Interrupter {
  /**
   * Sets the flag that the evaluator's long loops poll. Code that does not poll gets a signal later, where
   * there are signals.
   */
  ask(): void;
  /** Clears the flag: the cell has ended. */
  withdraw(): void;
}

export function interrupter(flag: Int32Array): Interrupter {
  let signal: NodeJS.Timeout | null = null;
  return {
    ask() {
      Atomics.store(flag, 0, 1);
      // On Windows `kill` would end the process.
      if (process.platform === "win32") return;
      signal ??= setTimeout(() => process.kill(process.pid, "SIGINT"), PATIENCE);
    },
    withdraw() {
      Atomics.store(flag, 0, 0);
      if (signal) clearTimeout(signal);
      signal = null;
    },
  };
}
