/** Entry of the language server's worker. The same script is that of the workers in which it evaluates. */
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from "vscode-languageserver/browser";
import { startServer } from "../lsp/index.ts";
import { embedded } from "./embedded/embedded.ts";
import { type Changes, FILES, LIBRARY_TEXT, type Opening, type Workspace } from "./lsp/messages.ts";
import { evaluationHere, serveEvaluations } from "./lsp/serveEvaluations.ts";
import { webHost } from "./lsp/webHost.ts";
import { type EvaluationPort, workerEvaluator } from "./lsp/workerEvaluator.ts";
import { WorkspaceTexts } from "./lsp/workspaceTexts.ts";
import { workerScope } from "./scope/workerScope.ts";

/** Name of a worker that evaluates. */
const EVALUATION = "dtp evaluation";

interface LanguageScope {
  readonly name: string;
  readonly location: { readonly href: string };
  readonly Worker: new (url: string, options: { readonly name: string }) => EvaluationPort;
  onmessage: ((event: { readonly data: Opening }) => void) | null;
}

const scope = globalThis as unknown as LanguageScope;
// All of the library is in the script: a worker of an extension has no files beside it.
const texts = new WorkspaceTexts(embedded(() => ({})));

if (scope.name === EVALUATION) serveEvaluations(workerScope(), texts);
else
  scope.onmessage = ({ data }) => {
    if (data.kind !== "dtp-workspace") return;
    scope.onmessage = null;
    serve(data.workspace);
  };

function serve(opened: Workspace): void {
  texts.open(opened);
  let now: Workspace = opened;
  const evaluator = workerEvaluator(
    {
      inWorker: () => new scope.Worker(scope.location.href, { name: EVALUATION }),
      here: () => evaluationHere(texts),
    },
    () => now,
  );
  const port = globalThis as unknown as ConstructorParameters<typeof BrowserMessageReader>[0];
  const connection = createConnection(new BrowserMessageReader(port), new BrowserMessageWriter(port));
  connection.onNotification(FILES, (changes: Changes) => {
    texts.change(changes);
    now = { ...now, texts: { ...now.texts, ...changes } };
    evaluator.tell({ ...now, texts: changes });
  });
  connection.onRequest(LIBRARY_TEXT, (uri: string) => texts.libraryText(uri));
  startServer(connection, webHost(texts, evaluator));
}
