import { parentPort, workerData } from "node:worker_threads";
import { evaluations } from "../../lsp/index.ts";
import type { ThreadAnswer, ThreadData, ThreadRequest } from "./messages.ts";
import { openWorld } from "./openWorld.ts";

/** Answers the server's requests on a worker thread until the server ends the thread. */
export function serveEvaluations(): void {
  const { stopped }: ThreadData = workerData;
  const own = evaluations(openWorld);
  parentPort?.on("message", (request: ThreadRequest) => {
    const { turn } = request;
    const gone = (): boolean => Atomics.load(stopped, 0) >= turn;
    const answer = ((): ThreadAnswer["answer"] => {
      if (request.kind === "inspect") return own.inspect(request.at);
      if (gone()) return null;
      return request.kind === "check" ? own.check(request.request, gone) : own.report(request.request, gone);
    })();
    parentPort?.postMessage({ turn, answer } satisfies ThreadAnswer);
  });
}
