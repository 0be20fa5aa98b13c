import {
  connectRuntime,
  type Files,
  type RunAnswer,
  type Runtime,
  type RuntimeAnswers,
  type RuntimeCalls,
  type RuntimeEvent,
  type WorkerPort,
} from "../../web/index.ts";

/** Time that a run has to end by itself when another one waits, ms: one choice of a drag is shown before the next. */
const GRACE = 250;
/** Time that a run has to end with what it has after the reader has stopped it, ms. After that its worker is ended. */
const PATIENCE = 2_500;
/** Patience with a run that stops for its limit or for the next run, ms. A slow machine still loads plotly.js then. */
const LONG_PATIENCE = 20_000;

/** One run of a program. */
export interface RunCall extends Omit<RuntimeCalls["run"], "mode"> {
  /** Time that a long loop may take before the run is stopped, ms; null for any. */
  readonly limit: number | null;
}

/** Answer of a run. `cut` where it was stopped for its limit. */
export interface RunEnd extends RunAnswer {
  readonly cut: boolean;
}

/** Runs of programs in a worker that can be ended. A new run stops the one before. */
export class Runs {
  private runtime: Runtime | null = null;
  private turns = 0;
  private busy = false;
  private idle: Promise<unknown> = Promise.resolve();
  private grace: ReturnType<typeof setTimeout> | undefined;
  private patience: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly create: () => WorkerPort,
    private readonly files: Files,
    /** Hears what the worker says of its surroundings: sentences to show once. */
    private readonly hear: (notes: readonly string[]) => void,
  ) {}

  /** Starts the worker, so that it is there for the first run. */
  warm(): Runtime {
    if (!this.runtime) {
      this.runtime = connectRuntime(this.create(), { files: this.files });
      this.runtime.ready.then(
        ({ notes }) => this.hear(notes),
        (error: Error) => this.hear([error.message]),
      );
    }
    return this.runtime;
  }

  /** Runs a program. null where a later run took its place. Rejects on a bug, or where the worker does not load. */
  async run(call: RunCall, on: (event: RuntimeEvent) => void): Promise<RunEnd | null> {
    const turn = ++this.turns;
    if (this.busy) this.grace ??= setTimeout(() => this.ask(LONG_PATIENCE), GRACE);
    await this.idle;
    if (turn !== this.turns) return null;
    const work = this.work(call, (event) => {
      if (turn === this.turns) on(event);
    });
    this.idle = work.catch(() => null);
    const end = await work;
    return turn === this.turns ? end : null;
  }

  /** Explains a number of a program. It waits for the run that goes on, since a worker does one thing at a time. */
  explain(call: RuntimeCalls["explain"]): Promise<RuntimeAnswers["explain"]> {
    return this.warm().ask("explain", call);
  }

  /** Stops the running program. It ends with what it has, or is cut off. */
  stop(): void {
    this.ask(PATIENCE);
  }

  /** Asks the running program to stop, and ends its worker where it has not after some time, ms. */
  private ask(patience: number): void {
    if (!this.busy) return;
    this.runtime?.stop();
    clearTimeout(this.patience);
    this.patience = setTimeout(() => this.end(), patience);
  }

  private async work({ limit, ...call }: RunCall, on: (event: RuntimeEvent) => void): Promise<RunEnd> {
    const runtime = this.warm();
    this.busy = true;
    let cut = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      const answer = await runtime.ask("run", { ...call, mode: "file" }, (event) => {
        on(event);
        // Only a long loop has progress. A slow machine that loads the library and plotly.js is not stopped for it.
        if (event.kind === "progress" && limit !== null)
          timer ??= setTimeout(() => {
            cut = true;
            this.ask(LONG_PATIENCE);
          }, limit);
      });
      return { ...answer, cut: cut && answer.interrupted };
    } catch (error) {
      // Ended because it did not stop: it has nothing to show.
      if (this.runtime === null) return { diagnostics: [], expectations: [], interrupted: true, cut };
      this.end();
      throw error;
    } finally {
      clearTimeout(timer);
      clearTimeout(this.grace);
      clearTimeout(this.patience);
      this.grace = undefined;
      this.patience = undefined;
      this.busy = false;
    }
  }

  private end(): void {
    const { runtime } = this;
    this.runtime = null;
    runtime?.end();
  }
}
