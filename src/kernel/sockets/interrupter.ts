/** ms that a cell gets to see the flag before it is stopped wherever it is */
const PATIENCE = 2000;

/** How the sockets' thread stops the cell that the other thread runs. */
export interface Interrupter {
  /** The evaluator's long loops look at the flag and stop in good order. What never looks gets a signal, where there are signals. */
  ask(): void;
  /** The cell has ended. */
  withdraw(): void;
}

export function interrupter(flag: Int32Array): Interrupter {
  let signal: NodeJS.Timeout | null = null;
  return {
    ask() {
      Atomics.store(flag, 0, 1);
      // on Windows `kill` would end the process
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
