import type { ToEvaluator } from "./channel.ts";
import type { Interrupter } from "./interrupter.ts";

/** Time for a busy evaluator to notice an interrupt, in ms. After it the process is killed. */
const EXIT_GRACE = 1000;

/** End of the kernel's process. */
export interface KernelExit {
  /**
   * Ends the kernel: an idle evaluator exits at once, a busy one at its next poll of the flag. One that never
   * polls is killed.
   */
  begin(): void;
  /**
   * Ends this thread once the evaluator is ready to exit. The thread must end by itself, with every socket
   * closed and nothing running. Ended from outside, during a native call, zeromq would abort the process.
   */
  leave(): void;
}

/** `close` closes what keeps this thread alive: its sockets, and the port to the evaluator. */
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
