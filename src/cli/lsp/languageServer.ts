import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";
import { createConnection } from "vscode-languageserver/node";
import { startServer } from "../../lsp/index.ts";
import { nodeHost } from "./nodeHost.ts";
import { serveEvaluations } from "./serveEvaluations.ts";
import { threadEvaluator } from "./threadEvaluator.ts";

// Entry of the language server. The built file is also the script of its evaluating threads.
if (!isMainThread) serveEvaluations();

/** Serves an editor over standard input and output. The process ends when the editor asks for it or is gone. */
export function serveStdio(): void {
  const connection = createConnection(process.stdin, process.stdout);
  startServer(
    connection,
    nodeHost(threadEvaluator(fileURLToPath(new URL("./languageServer.js", import.meta.url)))),
  );
}
