/** ms without a request after which somebody is taken to read what was answered. */
const PAUSE = 500;

/** What a kernel does for later while nobody waits for it. */
export interface WhileIdle {
  /** From now on, `tasks` are done after each answer. */
  add(...tasks: readonly (() => void)[]): void;
  /** A request has come: what is left of the tasks waits for the next answer. */
  asked(): void;
  answered(): void;
}

/** Each task comes after a pause of its own, so that a request waits for one of them at most. */
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
