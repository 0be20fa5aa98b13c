import type { Happening, Iteration, MeasuredLog, RunFacts } from "./measuredLog.ts";

/** Numbers of an iteration while it is read. An absent number and an unreadable one (NaN) are both left out. */
export type Found = { -readonly [name in keyof Iteration]?: Iteration[name] | undefined } & {
  number: number;
  line: number;
};

/** Collects what a reader finds. Ranks that print one iteration each become one iteration. */
export class LogBuilder {
  readonly #iterations: Iteration[] = [];
  readonly #happenings: Happening[] = [];
  readonly #facts: { -readonly [name in keyof RunFacts]: RunFacts[name] } = {};
  readonly args = new Map<string, string>();
  framework: string;

  constructor(framework: string) {
    this.framework = framework;
  }

  get last(): Iteration | undefined {
    return this.#iterations.at(-1);
  }

  get count(): number {
    return this.#iterations.length;
  }

  /** Adds an iteration. A line of the same iteration from another rank only raises the memory. */
  add(found: Found): void {
    const made = definite(found);
    const { last } = this;
    // Ranks print one duration; another one is of the same iteration after another start.
    const isAgain =
      last?.seconds !== undefined && made.seconds !== undefined && last.seconds !== made.seconds;
    if (last?.number === made.number && !isAgain) {
      const memory = highest(last.memory, made.memory);
      this.#iterations[this.#iterations.length - 1] = {
        ...made,
        ...last,
        ...(memory === undefined ? {} : { memory }),
      };
      return;
    }
    // An iteration whose number does not grow comes from a run that was started again.
    if (last && made.number <= last.number && !this.#restartedSince(last.line))
      this.happen({ kind: "restart", line: made.line });
    this.#iterations.push(made);
  }

  happen(one: Happening): void {
    this.#happenings.push(one);
  }

  /** Stores a number of the whole run; of two numbers, the later one. */
  fact(name: keyof RunFacts, value: number | undefined): void {
    if (value !== undefined && Number.isFinite(value) && value > 0) this.#facts[name] = value;
  }

  /** Raises a highest number of the whole run. */
  raise(name: "memoryAllocated" | "memoryReserved", value: number | undefined): void {
    if (value !== undefined && Number.isFinite(value))
      this.#facts[name] = Math.max(this.#facts[name] ?? 0, value);
  }

  finish(): MeasuredLog {
    const { framework, args } = this;
    return {
      ...{ framework, args },
      iterations: withBatchDifferences(withTimeDifferences(this.#iterations, this.#happenings)),
      happenings: this.#happenings,
      facts: this.#facts,
    };
  }

  #restartedSince(line: number): boolean {
    return this.#happenings.some((one) => one.kind === "restart" && one.line > line);
  }
}

/**
 * Iterations with durations from the times at which their lines were printed, for logs that print no durations. The
 * first iteration of a start has none, because nothing says when it began.
 */
function withTimeDifferences(
  iterations: readonly Iteration[],
  happenings: readonly Happening[],
): readonly Iteration[] {
  if (iterations.some(({ seconds }) => seconds !== undefined)) return iterations;
  const restarts = happenings.filter(({ kind }) => kind === "restart").map(({ line }) => line);
  return iterations.map((one, at) => {
    const before = iterations[at - 1];
    if (!before || one.time === undefined || before.time === undefined) return one;
    if (restarts.some((line) => line > before.line && line <= one.line)) return one;
    const seconds = (one.time - before.time) / (one.number - before.number);
    return Number.isFinite(seconds) && seconds > 0 ? { ...one, seconds } : one;
  });
}

/** Iterations with the global batch from the counts of consumed sequences, for logs that print only these. */
function withBatchDifferences(iterations: readonly Iteration[]): readonly Iteration[] {
  return iterations.map((one, at) => {
    const before = iterations[at - 1];
    if (one.batch !== undefined || one.consumed === undefined || before?.consumed === undefined) return one;
    const batch = (one.consumed - before.consumed) / (one.number - before.number);
    return Number.isInteger(batch) && batch > 0 ? { ...one, batch } : one;
  });
}

function definite(found: Found): Iteration {
  const kept = Object.entries(found).filter(([, value]) => value !== undefined && Number.isFinite(value));
  return Object.fromEntries(kept) as unknown as Iteration;
}

function highest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
}
