import type { Checked, Evaluator } from "../../lsp/index.ts";
import type { FromEvaluation, ToEvaluation, Workspace } from "./messages.ts";

/** An evaluating worker, as its parent uses it. */
export interface EvaluationPort {
  postMessage(message: ToEvaluation): void;
  onmessage: ((event: { readonly data: FromEvaluation }) => void) | null;
  /** Called where the worker does not start, or ends by a bug. */
  onerror: ((event: unknown) => void) | null;
  terminate(): void;
}

type Answer = FromEvaluation["answer"];

/** Ways to evaluate: in a worker, and on the server's own thread where no worker starts. */
export interface Ways {
  inWorker(): EvaluationPort;
  here(): EvaluationPort;
}

/** A worker that evaluates, and what waits for its answers. */
class EvaluatingWorker {
  private port: EvaluationPort | null = null;
  private readonly waiting = new Map<
    number,
    { readonly request: ToEvaluation; resolve(answer: Answer): void }
  >();
  private turns = 0;
  /** True where a worker has answered; false where none could be started. */
  private works: boolean | null = null;

  constructor(
    private readonly ways: Ways,
    private readonly workspace: () => Workspace,
  ) {}

  ask(requestOf: (turn: number) => ToEvaluation): Promise<Answer> {
    const turn = ++this.turns;
    const request = requestOf(turn);
    return new Promise((resolve) => {
      this.waiting.set(turn, { request, resolve });
      this.started().postMessage(request);
    });
  }

  /** Tells a worker that runs which files there are. A later one is told when it starts. */
  tell(workspace: Workspace): void {
    this.port?.postMessage({ kind: "workspace", workspace });
  }

  /** Ends the worker. Requests that wait have no answer; the next one starts another worker. */
  end(): void {
    this.port?.terminate();
    this.port = null;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { resolve } of waiting) resolve(null);
  }

  private started(): EvaluationPort {
    if (this.port) return this.port;
    const port = this.works === false ? this.ways.here() : this.start();
    port.onmessage = ({ data }) => {
      this.works ??= true;
      this.waiting.get(data.turn)?.resolve(data.answer);
      this.waiting.delete(data.turn);
    };
    port.onerror = () => this.failed();
    port.postMessage({ kind: "workspace", workspace: this.workspace() });
    this.port = port;
    return port;
  }

  private start(): EvaluationPort {
    try {
      return this.ways.inWorker();
    } catch {
      this.works = false;
      return this.ways.here();
    }
  }

  /** Goes on without a worker where none has ever answered. A worker that ends by a bug gives no answers, and another one starts. */
  private failed(): void {
    if (this.works !== null) {
      this.end();
      return;
    }
    this.works = false;
    this.port?.terminate();
    this.port = null;
    for (const { request } of [...this.waiting.values()]) this.started().postMessage(request);
  }
}

/**
 * Evaluator whose checks and hovers run in one worker, and whose reports, which may take minutes, in another one. A check ends
 * by its own budget; a newer report ends the one that runs, with its worker.
 */
export function workerEvaluator(
  ways: Ways,
  workspace: () => Workspace,
): Evaluator & { tell(workspace: Workspace): void } {
  const checks = new EvaluatingWorker(ways, workspace);
  const reports = new EvaluatingWorker(ways, workspace);
  return {
    check: async (request) =>
      (await checks.ask((turn) => ({ kind: "check", turn, request }))) as Checked | null,
    inspect: async (at) => (await checks.ask((turn) => ({ kind: "inspect", turn, at }))) as string | null,
    async report(request) {
      reports.end();
      return (await reports.ask((turn) => ({ kind: "report", turn, request }))) as string | null;
    },
    stop() {},
    end() {
      checks.end();
      reports.end();
    },
    tell(now) {
      checks.tell(now);
      reports.tell(now);
    },
  };
}
