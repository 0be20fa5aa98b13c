/** Time without a request after which the user is assumed to be reading, in ms. */
const PAUSE = 500;

/** Schedule of work that a kernel does in advance while no request waits. */
export interface WhileIdle {
  /** Adds tasks that run once the kernel is idle after an answer. */
  add(...tasks: readonly (() => void)[]): void;
  /** Postpones the remaining tasks until after the next answer, because a request has come. */
  asked(): void;
  answered(): void;
}

/**
 * Creates the schedule of idle tasks. Each task follows a pause of its own, so that a request waits for one
 * task at most.
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
