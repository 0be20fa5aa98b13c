import {
  connectRuntime,
  type Files,
  type Runtime,
  type RuntimeAnswers,
  type RuntimeCalls,
  type ShownDiagnostic,
  type WorkerPort,
} from "../../web/index.ts";

/** Time that a check of a text may compute, ms. Longer tables and searches are left to runs. */
const BUDGET = 1_000;
/** Time after which a worker that does not answer is replaced, ms. */
const LOST = 10_000;

/** Help with a text that is typed, from a worker of its own, so that it answers while a program runs. */
export class Services {
  private runtime: Runtime | null = null;
  private checks = 0;
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly create: () => WorkerPort,
    private readonly files: Files,
    private readonly names: () => readonly string[],
  ) {}

  /** Mistakes of a text; null where a later check took its place. */
  async check(call: Omit<RuntimeCalls["check"], "budget">): Promise<readonly ShownDiagnostic[] | null> {
    const turn = ++this.checks;
    // Lets the check before this one end: only the latest of those that wait is asked.
    await this.last;
    if (turn !== this.checks) return null;
    const asked = this.ask("check", { ...call, budget: BUDGET });
    this.last = asked;
    return asked;
  }

  complete(text: string, offset: number): Promise<RuntimeAnswers["complete"] | null> {
    return this.ask("complete", { text, offset });
  }

  inspect(text: string, offset: number): Promise<RuntimeAnswers["inspect"]> {
    return this.ask("inspect", { text, offset });
  }

  /** Formatted text of a program; null where it has errors. */
  format(text: string): Promise<string | null> {
    return this.ask("format", { text, mode: "file" });
  }

  /** Answer to a request; null where the worker is lost. The next request starts another one. */
  private async ask<Name extends keyof RuntimeCalls>(
    name: Name,
    call: RuntimeCalls[Name],
  ): Promise<RuntimeAnswers[Name] | null> {
    this.runtime ??= connectRuntime(this.create(), { files: this.files });
    const { runtime } = this;
    runtime.list(this.names());
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      // A slow machine takes long to load the worker, and is not lost.
      await runtime.ready;
      timer = setTimeout(() => this.drop(runtime), LOST);
      return await runtime.ask(name, call);
    } catch {
      this.drop(runtime);
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  private drop(runtime: Runtime): void {
    runtime.end();
    if (this.runtime === runtime) this.runtime = null;
  }
}
