/** Pause without a request after which the user is assumed to be reading, in ms. */
const PAUSE = 500;

/** Work that a kernel does in advance while no request waits. */
export interface WhileIdle {
  /** Adds tasks to run after each answer. */
  add(...tasks: readonly (() => void)[]): void;
  /** Postpones the remaining tasks to the next answer, because a request has come. */
  asked(): void;
  answered(): void;
}

/**
 * Scheduler of idle tasks. Each task follows a pause of its own, so that a request waits for one task at
 * most.
 */
export function whileIdle(): WhileIdle {
  const all: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;

  function wait(at: number): void {
    const task = all[at];
    if (task === undefined) return;
    timer = setTimeout(() => {
      task();
      wait(at + 1);
    }, PAUSE).unref();
  }

  return {
    add(...tasks) {
      all.push(...tasks);
    },
    asked: () => clearTimeout(timer),
    answered() {
      clearTimeout(timer);
      wait(0);
    },
  };
}
