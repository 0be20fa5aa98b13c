import {
  type Files,
  LastingRuntime,
  type RuntimeAnswers,
  type RuntimeCalls,
  type ShownDiagnostic,
  type WorkerPort,
} from "../../web/index.ts";

/** Time that a check of a text may compute, ms. Longer tables and searches are left to runs. */
const BUDGET = 1_000;

/** Help with a text that is typed, from a worker of its own, so that it answers while a program runs. */
export class Services {
  private readonly runtime: LastingRuntime;
  private checks = 0;
  private last: Promise<unknown> = Promise.resolve();

  constructor(create: () => WorkerPort, files: Files, names: () => readonly string[]) {
    this.runtime = new LastingRuntime(create, files, names);
  }

  /** Mistakes of a text; null where a later check took its place. */
  async check(call: Omit<RuntimeCalls["check"], "budget">): Promise<readonly ShownDiagnostic[] | null> {
    const turn = ++this.checks;
    // Lets the check before this one end: only the latest of those that wait is asked.
    await this.last;
    if (turn !== this.checks) return null;
    const asked = this.runtime.ask("check", { ...call, budget: BUDGET });
    this.last = asked;
    return asked;
  }

  complete(text: string, offset: number): Promise<RuntimeAnswers["complete"] | null> {
    return this.runtime.ask("complete", { text, offset });
  }

  inspect(text: string, offset: number): Promise<RuntimeAnswers["inspect"]> {
    return this.runtime.ask("inspect", { text, offset });
  }

  /** Formatted text of a program; null where it has errors. */
  format(text: string): Promise<string | null> {
    return this.runtime.ask("format", { text, mode: "file" });
  }
}
