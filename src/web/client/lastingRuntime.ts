import type { Files } from "../files/files.ts";
import type { RuntimeAnswers, RuntimeCalls } from "../protocol/runtimeProtocol.ts";
import type { WorkerPort } from "./connect.ts";
import { connectRuntime, type Runtime } from "./connectRuntime.ts";

/** Time after which a worker that does not answer is replaced, ms. */
const LOST = 10_000;

/** Runtime in a worker that starts with the first request, and is replaced where it is lost. */
export class LastingRuntime {
  private runtime: Runtime | null = null;

  /**
   * @param create starts a worker
   * @param files files that texts import
   * @param names paths of the files that can be imported, for completion
   */
  constructor(
    private readonly create: () => WorkerPort,
    private readonly files: Files,
    private readonly names: () => readonly string[] = () => [],
  ) {}

  /** Answer to a request; null where no worker starts, or the worker is lost. The next request starts another one. */
  async ask<Name extends keyof RuntimeCalls>(
    name: Name,
    call: RuntimeCalls[Name],
  ): Promise<RuntimeAnswers[Name] | null> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asked: Runtime | null = null;
    try {
      this.runtime ??= connectRuntime(this.create(), { files: this.files });
      const runtime = this.runtime;
      asked = runtime;
      runtime.list(this.names());
      // A slow machine takes long to load the worker, and is not lost.
      await runtime.ready;
      timer = setTimeout(() => this.drop(runtime), LOST);
      return await runtime.ask(name, call);
    } catch {
      if (asked) this.drop(asked);
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
