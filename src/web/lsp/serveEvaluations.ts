import { evaluations } from "../../lsp/index.ts";
import type { WorkerScope } from "../scope/workerScope.ts";
import type { FromEvaluation, ToEvaluation } from "./messages.ts";
import type { WorkspaceTexts } from "./workspaceTexts.ts";

/** Answers the language server's requests in a worker until the server ends it. */
export function serveEvaluations(scope: WorkerScope, texts: WorkspaceTexts): void {
  const own = evaluations((request) => texts.world(request));
  const never = (): boolean => false;
  scope.addEventListener("message", ({ data }) => {
    const message = data as ToEvaluation;
    if (message.kind === "workspace") {
      texts.open(message.workspace);
      return;
    }
    const answer = ((): FromEvaluation["answer"] => {
      if (message.kind === "inspect") return own.inspect(message.at);
      return message.kind === "check"
        ? own.check(message.request, never)
        : own.report(message.request, never);
    })();
    scope.postMessage({ turn: message.turn, answer } satisfies FromEvaluation);
  });
}
