import type { Checked, Evaluator } from "../../lsp/index.ts";
import type { FromEvaluation, ToEvaluation, Workspace } from "./messages.ts";

/** An evaluating worker, as its parent uses it. */
export interface EvaluationPort {
  postMessage(message: ToEvaluation): void;
  onmessage: ((event: { readonly data: FromEvaluation }) => void) | null;
  terminate(): void;
}

type Answer = FromEvaluation["answer"];

/** A worker that evaluates, and what waits for its answers. */
class EvaluatingWorker {
  private port: EvaluationPort | null = null;
  private readonly waiting = new Map<number, (answer: Answer) => void>();
  private turns = 0;

  constructor(
    private readonly start: () => EvaluationPort,
    private readonly workspace: () => Workspace,
  ) {}

  ask(request: (turn: number) => ToEvaluation): Promise<Answer> {
    const turn = ++this.turns;
    return new Promise((resolve) => {
      this.waiting.set(turn, resolve);
      this.started().postMessage(request(turn));
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
    for (const answer of waiting) answer(null);
  }

  private started(): EvaluationPort {
    if (this.port) return this.port;
    const port = this.start();
    port.onmessage = ({ data }) => {
      this.waiting.get(data.turn)?.(data.answer);
      this.waiting.delete(data.turn);
    };
    port.postMessage({ kind: "workspace", workspace: this.workspace() });
    this.port = port;
    return port;
  }
}

/**
 * Evaluator whose checks and hovers run in one worker, and whose reports, which may take minutes, in another one. A check ends
 * by its own budget; a newer report ends the one that runs, with its worker.
 */
export function workerEvaluator(
  start: () => EvaluationPort,
  workspace: () => Workspace,
): Evaluator & { tell(workspace: Workspace): void } {
  const checks = new EvaluatingWorker(start, workspace);
  const reports = new EvaluatingWorker(start, workspace);
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
