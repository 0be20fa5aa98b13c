import {
  CodeActionKind,
  type Connection,
  ErrorCodes,
  FileChangeType,
  type InitializeResult,
  MarkupKind,
  NotebookDocuments,
  ResponseError,
  TextDocumentSyncKind,
  TextDocuments,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { toMarkdown } from "../report/index.ts";
import { CheckQueue } from "./checking/checkQueue.ts";
import { Checks, type Waits } from "./checking/checks.ts";
import { FIX_ALL, mends } from "./checking/mends.ts";
import { NotebookChecks } from "./checking/notebookChecks.ts";
import type { EditedText, Host } from "./contract/host.ts";
import { completions, formatted, formattedRange, resolved } from "./features/editing.ts";
import { definition, documentHighlights, references, rename, renameable } from "./features/names.ts";
import { codeLenses, commands, inlayHints, programOf } from "./features/results.ts";
import { DocumentTokens, rangeTokens, tokenTypes } from "./features/semanticTokens.ts";
import { foldingRanges, outline, selectionRanges } from "./features/structure.ts";
import { Programs } from "./text/programs.ts";

/** Waits of an interactive editor, ms. */
const WAITS: Waits = { parse: 60, evaluate: 200 };
/** Time that a hover waits for a value, ms. Then it shows the documentation without the value. */
const HOVER = 200;

/** State that the handlers of all requests share. */
interface Server {
  readonly connection: Connection;
  readonly host: Host;
  readonly programs: Programs;
  readonly checks: Checks;
  readonly tokens: DocumentTokens;
}

/** Answers an editor over a connection until the connection closes. */
export function startServer(connection: Connection, host: Host, waits: Waits = WAITS): void {
  const documents = new TextDocuments(TextDocument);
  const programs = new Programs(documents, host);
  const queue = new CheckQueue(host.evaluator);
  let refreshes = { inlays: false, lenses: false };
  const checks = new Checks(connection, programs, host, queue, waits, () => {
    if (refreshes.inlays) connection.languages.inlayHint.refresh().catch(() => {});
    if (refreshes.lenses) connection.sendRequest("workspace/codeLens/refresh").catch(() => {});
  });
  const notebooks = new NotebookDocuments(TextDocument);
  const cells = new NotebookChecks(connection, notebooks, programs, host, queue, waits);
  const importers = (uri: string): void => {
    checks.importers(uri);
    cells.importers(uri);
  };
  const tokens = new DocumentTokens();
  const server = { connection, host, programs, checks, tokens };
  connection.onInitialize(({ capabilities }) => {
    const { workspace } = capabilities;
    refreshes = {
      inlays: workspace?.inlayHint?.refreshSupport === true,
      lenses: workspace?.codeLens?.refreshSupport === true,
    };
    return abilities;
  });
  connection.onShutdown(() => host.evaluator.end());
  documents.onDidChangeContent(({ document }) => checks.edited(document.uri));
  documents.onDidClose(({ document }) => {
    programs.forget(document.uri);
    tokens.forget(document.uri);
    checks.closed(document.uri);
    importers(document.uri);
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    for (const { uri } of changes) importers(uri);
    if (!changes.some(({ type }) => type === FileChangeType.Created)) return;
    checks.withoutImports();
    cells.withoutImports();
  });
  documents.onDidSave(({ document }) => importers(document.uri));
  onEditing(server);
  onStructure(server);
  onNames(server);
  onResults(server);
  documents.listen(connection);
  notebooks.listen(connection);
  connection.listen();
}

const abilities: InitializeResult = {
  serverInfo: { name: "dtp" },
  capabilities: {
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
    notebookDocumentSync: {
      notebookSelector: [{ notebook: "jupyter-notebook", cells: [{ language: "dtp" }] }],
    },
    completionProvider: { resolveProvider: true, triggerCharacters: [".", '"', "/"] },
    hoverProvider: true,
    documentFormattingProvider: true,
    documentRangeFormattingProvider: true,
    documentSymbolProvider: true,
    foldingRangeProvider: true,
    selectionRangeProvider: true,
    semanticTokensProvider: {
      legend: { tokenTypes: [...tokenTypes], tokenModifiers: [] },
      full: { delta: true },
      range: true,
    },
    definitionProvider: true,
    referencesProvider: true,
    documentHighlightProvider: true,
    renameProvider: { prepareProvider: true },
    codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, FIX_ALL] },
    inlayHintProvider: true,
    codeLensProvider: { resolveProvider: false },
    executeCommandProvider: { commands: Object.values(commands) },
  },
};

type Named = { readonly textDocument: { readonly uri: string } };

/** Open document of a request; requests on a document that is not open are answered with nothing. */
const openIn = ({ programs }: Server, { textDocument }: Named): TextDocument | undefined =>
  programs.document(textDocument.uri);

const textOf = (document: TextDocument): EditedText => ({ uri: document.uri, text: document.getText() });

function onEditing(server: Server): void {
  const { connection, host, checks, programs } = server;
  connection.onCompletion((request) => {
    const document = openIn(server, request);
    if (!document) return null;
    return completions(
      host.services(document.uri),
      document,
      programs.tree(textOf(document)),
      request.position,
    );
  });
  connection.onCompletionResolve(resolved);
  connection.onHover(async (request) => {
    const document = openIn(server, request);
    if (!document) return null;
    const offset = document.offsetAt(request.position);
    const late = new Promise<null>((resolve) => void setTimeout(resolve, HOVER, null));
    const valued = await Promise.race([host.evaluator.inspect({ ...textOf(document), offset }), late]);
    const plain = valued === null ? host.services(document.uri).inspect(document.getText(), offset) : null;
    const value = valued ?? (plain && toMarkdown(plain));
    return value ? { contents: { kind: MarkupKind.Markdown, value } } : null;
  });
  connection.onDocumentFormatting((request) => {
    const document = openIn(server, request);
    return document ? formatted(document) : [];
  });
  connection.onDocumentRangeFormatting((request) => {
    const document = openIn(server, request);
    return document ? formattedRange(document, request.range) : [];
  });
  connection.onCodeAction((request) => {
    const document = openIn(server, request);
    return document ? mends(request, document, checks.lastOf(document.uri), host) : [];
  });
}

function onStructure(server: Server): void {
  const { connection, programs, tokens } = server;
  const parsed = (request: Named) => {
    const document = openIn(server, request);
    return document && { document, file: programs.tree(textOf(document)) };
  };
  connection.onDocumentSymbol((request) => {
    const one = parsed(request);
    return one ? outline(one.document, one.file) : [];
  });
  connection.onFoldingRanges((request) => {
    const one = parsed(request);
    return one ? foldingRanges(one.document, one.file) : [];
  });
  connection.onSelectionRanges((request) => {
    const one = parsed(request);
    return one ? selectionRanges(one.document, one.file, request.positions) : [];
  });
  connection.languages.semanticTokens.onRange((request) => {
    const one = parsed(request);
    return one ? rangeTokens(one.document, one.file, request.range) : { data: [] };
  });
  connection.languages.semanticTokens.on((request) => {
    const one = parsed(request);
    return one ? tokens.full(one.document, one.file) : { data: [] };
  });
  connection.languages.semanticTokens.onDelta((request) => {
    const one = parsed(request);
    return one ? tokens.delta(one.document, one.file, request.previousResultId) : { data: [] };
  });
}

function onNames(server: Server): void {
  const { connection, host, programs } = server;
  const refuse = (why: string): never => {
    throw new ResponseError(ErrorCodes.InvalidRequest, why);
  };
  connection.onDefinition((request) => {
    const document = openIn(server, request);
    return document ? definition(programs, textOf(document), document.offsetAt(request.position)) : null;
  });
  connection.onReferences((request) => {
    const document = openIn(server, request);
    if (!document) return [];
    const { includeDeclaration } = request.context;
    return references(programs, textOf(document), document.offsetAt(request.position), includeDeclaration);
  });
  connection.onDocumentHighlight((request) => {
    const document = openIn(server, request);
    return document
      ? documentHighlights(programs, textOf(document), document.offsetAt(request.position))
      : [];
  });
  connection.onPrepareRename((request) => {
    const document = openIn(server, request);
    if (!document) return null;
    const can = renameable(programs, host, textOf(document), document.offsetAt(request.position));
    return "refused" in can ? refuse(can.refused) : can;
  });
  connection.onRenameRequest((request) => {
    const document = openIn(server, request);
    if (!document) return null;
    const offset = document.offsetAt(request.position);
    const renamed = rename(programs, host, textOf(document), offset, request.newName);
    return "refused" in renamed ? refuse(renamed.refused) : renamed.edit;
  });
}

function onResults(server: Server): void {
  const { connection, host, programs, checks } = server;
  connection.languages.inlayHint.on((request) => {
    const document = openIn(server, request);
    if (!document) return [];
    const file = programs.tree(textOf(document));
    return inlayHints(document, file, request.range, checks.lastOf(document.uri));
  });
  connection.onCodeLens((request) => {
    const document = openIn(server, request);
    if (!document) return [];
    return codeLenses(document, programs.tree(textOf(document)), checks.lastOf(document.uri));
  });
  connection.onExecuteCommand(async ({ command, arguments: [uri, name] = [] }) => {
    const document = typeof uri === "string" ? programs.document(uri) : undefined;
    if (!document) throw new ResponseError(ErrorCodes.InvalidParams, "no open document has this address");
    const text = programOf(command, document.getText(), name);
    if (text === null)
      throw new ResponseError(ErrorCodes.InvalidParams, `\`${command}\` needs a scenario's name`);
    return host.evaluator.report({ uri: document.uri, text, open: programs.open() });
  });
}
