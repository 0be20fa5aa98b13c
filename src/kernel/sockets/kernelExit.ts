import type { ToEvaluator } from "./channel.ts";
import type { Interrupter } from "./interrupter.ts";

/**
 * Time that a busy evaluator has to notice an interrupt when the kernel ends, in ms. After it the process is
 * killed.
 */
const EXIT_GRACE = 1000;

/** Two steps with which the kernel's process ends. */
export interface KernelExit {
  /**
   * Ends the kernel. An idle evaluator exits at once, a busy one when it next polls the flag. An evaluator
   * that never polls is killed.
   */
  begin(): void;
  /**
   * Ends the thread with the sockets, once the evaluator is ready to exit. The thread must end by itself,
   * with every socket closed and nothing running: zeromq aborts the process if the thread is ended from
   * outside during a native call.
   */
  leave(): void;
}

/**
 * Creates the steps that end the kernel. `close` closes everything that keeps this thread alive: its sockets,
 * and the port to the evaluator.
 */
export function kernelExit(
  interrupt: Interrupter,
  post: (value: ToEvaluator) => void,
  close: () => void,
): KernelExit {
  let killer: NodeJS.Timeout | null = null;
  return {
    begin() {
      if (killer) return;
      killer = setTimeout(() => process.kill(process.pid, "SIGKILL"), EXIT_GRACE);
      interrupt.ask();
      post({ kind: "exit" });
    },
    leave() {
      if (killer) clearTimeout(killer);
      interrupt.withdraw();
      close();
    },
  };
}
