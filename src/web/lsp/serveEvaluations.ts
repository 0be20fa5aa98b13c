import { evaluations } from "../../lsp/index.ts";
import type { WorkerScope } from "../scope/workerScope.ts";
import type { FromEvaluation, ToEvaluation } from "./messages.ts";
import type { EvaluationPort } from "./workerEvaluator.ts";
import type { WorkspaceTexts } from "./workspaceTexts.ts";

/** Answers the language server's requests in a worker until the server ends it. */
export function serveEvaluations(scope: WorkerScope, texts: WorkspaceTexts): void {
  const answer = answers(texts);
  scope.addEventListener("message", ({ data }) => {
    const answered = answer(data as ToEvaluation);
    if (answered) scope.postMessage(answered);
  });
}

/**
 * Port that evaluates on its own thread, for a server that may start no workers. The server answers nothing else meanwhile: 1.5 s
 * at most for a check.
 */
export function evaluationHere(texts: WorkspaceTexts): EvaluationPort {
  const answer = answers(texts);
  const port: EvaluationPort = {
    onmessage: null,
    onerror: null,
    postMessage(message) {
      // The texts are the server's own.
      if (message.kind === "workspace") return;
      setTimeout(() => {
        const data = answer(message);
        if (data) port.onmessage?.({ data });
      });
    },
    terminate() {
      port.onmessage = null;
    },
  };
  return port;
}

function answers(texts: WorkspaceTexts): (message: ToEvaluation) => FromEvaluation | null {
  const own = evaluations((request) => texts.world(request));
  const never = (): boolean => false;
  return (message) => {
    switch (message.kind) {
      case "workspace":
        texts.open(message.workspace);
        return null;
      case "inspect":
        return { turn: message.turn, answer: own.inspect(message.at) };
      case "check":
        return { turn: message.turn, answer: own.check(message.request, never) };
      case "report":
        return { turn: message.turn, answer: own.report(message.request, never) };
    }
  };
}
