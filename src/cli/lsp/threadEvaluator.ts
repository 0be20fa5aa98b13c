import { Worker } from "node:worker_threads";
import type { Checked, Evaluator } from "../../lsp/index.ts";
import type { ThreadAnswer, ThreadData, ThreadRequest } from "./messages.ts";

/** Time after which a check that does not answer is given up with its thread, ms. */
const LOST = 15_000;

/** A worker thread that evaluates, and what waits for its answers. */
class EvaluatingThread {
  private worker: Worker | null = null;
  private readonly stopped = new Int32Array(new SharedArrayBuffer(4));
  private readonly waiting = new Map<number, (answer: ThreadAnswer["answer"]) => void>();
  private turns = 0;

  constructor(private readonly entry: string) {}

  ask(
    request: { [Kind in ThreadRequest as Kind["kind"]]: Omit<Kind, "turn"> }[ThreadRequest["kind"]],
    lost: number | null,
  ): Promise<ThreadAnswer["answer"]> {
    const turn = ++this.turns;
    return new Promise((resolve) => {
      const timer = lost === null ? null : setTimeout(() => this.end(), lost);
      this.waiting.set(turn, (answer) => {
        if (timer) clearTimeout(timer);
        resolve(answer);
      });
      this.start().postMessage({ ...request, turn } as ThreadRequest);
    });
  }

  /** Asks the thread to give up all requests so far. */
  stop(): void {
    Atomics.store(this.stopped, 0, this.turns);
  }

  /** Ends the thread. Requests that wait have no answer; the next one starts another thread. */
  end(): void {
    const { worker } = this;
    this.worker = null;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    void worker?.terminate();
    for (const answer of waiting) answer(null);
  }

  private start(): Worker {
    if (this.worker) return this.worker;
    const data: ThreadData = { stopped: this.stopped };
    const worker = new Worker(this.entry, { workerData: data });
    this.worker = worker;
    const ended = (): void => {
      if (this.worker === worker) this.end();
    };
    worker.on("message", ({ turn, answer }: ThreadAnswer) => {
      this.waiting.get(turn)?.(answer);
      this.waiting.delete(turn);
    });
    // Standard output belongs to the protocol. Editors show standard error in a log.
    worker.on("error", (error) => {
      process.stderr.write(
        `dtp lsp: the evaluation ended with a bug of dtp: ${error.stack ?? error.message}\n`,
      );
      ended();
    });
    worker.on("exit", ended);
    return worker;
  }
}

/**
 * Evaluator whose checks and hovers run on one thread, and whose reports, which may take minutes, on another one.
 * `entry` is the script of both.
 */
export function threadEvaluator(entry: string): Evaluator {
  const checks = new EvaluatingThread(entry);
  const reports = new EvaluatingThread(entry);
  return {
    check: async (request) => {
      checks.stop();
      return (await checks.ask({ kind: "check", request }, LOST)) as Checked | null;
    },
    inspect: async (at) => (await checks.ask({ kind: "inspect", at }, LOST)) as string | null,
    report: async (request) => {
      reports.stop();
      return (await reports.ask({ kind: "report", request }, null)) as string | null;
    },
    stop: () => checks.stop(),
    end() {
      checks.end();
      reports.end();
    },
  };
}
