/** Time that a cell has to notice the interrupt flag, in ms. After it, a signal stops the cell anywhere. */
const PATIENCE = 2000;

/** Interface with which the thread that owns the sockets stops the cell on the evaluating thread. */
export interface Interrupter {
  /**
   * Asks the cell to stop: sets the flag that the evaluator's long loops poll. Code that does not poll gets a
   * signal later, on systems with signals.
   */
  ask(): void;
  /** Clears the flag, because the cell has ended. */
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
