import { TextDocument } from "vscode-languageserver-textdocument";
import { URI, Utils } from "vscode-uri";

/**
 * The part of VS Code's interface that the extension and its language client use, without an editor. It runs in Node and in a
 * page. What nothing here names is a class whose static values are 0, because the client extends and compares many of them.
 */
export interface Mock {
  readonly module: object;
  readonly commands: Map<string, (...given: never[]) => unknown>;
  /** Commands of VS Code itself that were called, with their arguments. */
  readonly called: (readonly unknown[])[];
  readonly providers: Map<string, Provider>;
  readonly diagnostics: Map<string, readonly { readonly message: string; readonly code?: unknown }[]>;
  readonly panels: Panel[];
  readonly messages: string[];
  readonly rendererMessages: unknown[];
  open(uri: string, text: string): OpenDocument;
  edit(document: OpenDocument, text: string): void;
  fire(event: string, value: unknown): void;
}
// biome-ignore lint/suspicious/noExplicitAny: providers of many kinds
export type Provider = Record<string, (...given: any[]) => any>;
type OpenDocument = Omit<TextDocument, "uri" | "getLineRange" | "getEOLCharacters"> & { readonly uri: URI };
interface Panel {
  readonly title: string;
  readonly webview: { html: string };
  readonly posted: unknown[];
  send(message: unknown): void;
}

class Event<Value> {
  private readonly listeners = new Set<(value: Value) => unknown>();
  readonly event = (listener: (value: Value) => unknown, self?: unknown) => {
    const own = (value: Value) => listener.call(self, value);
    this.listeners.add(own);
    return { dispose: () => this.listeners.delete(own) };
  };
  fire(value: Value): void {
    for (const listener of [...this.listeners]) listener(value);
  }
  dispose(): void {
    this.listeners.clear();
  }
}

class Position {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {}
}
class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(start: Position | number, end: Position | number, line?: number, character?: number) {
    this.start = start instanceof Position ? start : new Position(start, end as number);
    this.end = end instanceof Position ? end : new Position(line ?? 0, character ?? 0);
  }
}
class Diagnostic {
  constructor(
    readonly range: Range,
    readonly message: string,
    readonly severity: number,
  ) {}
}
class CodeLens {
  command: unknown;
  constructor(readonly range: Range) {}
}
class CodeActionKind {
  constructor(readonly value: string) {}
  append(part: string): CodeActionKind {
    return new CodeActionKind(this.value === "" ? part : `${this.value}.${part}`);
  }
  static readonly Empty = new CodeActionKind("");
  static readonly QuickFix = new CodeActionKind("quickfix");
}
class Disposable {
  constructor(private readonly end: () => unknown = () => {}) {}
  static from(...all: readonly { dispose(): unknown }[]): Disposable {
    return new Disposable(() => {
      for (const one of all) one.dispose();
    });
  }
  dispose(): void {
    this.end();
  }
}
class CancellationTokenSource {
  readonly token = { isCancellationRequested: false, onCancellationRequested: () => new Disposable() };
  cancel(): void {}
  dispose(): void {}
}
class MarkdownString {
  constructor(public value = "") {}
  appendMarkdown(text: string): this {
    this.value += text;
    return this;
  }
}

/** Joined parts of a path as URI.joinPath has them. */
const Uri = Object.assign(URI, { joinPath: Utils.joinPath });

const anyClass = (): object =>
  new Proxy(class {}, {
    get: (target, name) => (typeof name === "symbol" || name in target ? Reflect.get(target, name) : 0),
  });
const namespace = (known: object): object =>
  new Proxy(known, {
    get(target, name) {
      if (typeof name === "symbol" || name in target) return Reflect.get(target, name);
      const value = /^on(Did|Will)/.test(name) ? () => new Disposable() : undefined;
      return value;
    },
  });

/** Makes VS Code's interface over files, with settings by their full names, and other extensions by their names. */
export function vscodeMock(options: {
  readonly files: ReadonlyMap<string, string>;
  readonly folders: readonly string[];
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly extensions?: Readonly<Record<string, unknown>>;
}): Mock {
  const { files, folders, settings = {}, extensions = {} } = options;
  const events = new Map<string, Event<unknown>>();
  const on = (name: string) => {
    const known = events.get(name) ?? new Event<unknown>();
    events.set(name, known);
    return known.event;
  };
  const fire = (name: string, value: unknown): void => events.get(name)?.fire(value);
  const documents: OpenDocument[] = [];
  const commands: Mock["commands"] = new Map();
  const called: (readonly unknown[])[] = [];
  const providers: Mock["providers"] = new Map();
  const diagnostics: Mock["diagnostics"] = new Map();
  const panels: Panel[] = [];
  const messages: string[] = [];
  const rendererMessages: unknown[] = [];
  let active: OpenDocument | undefined;

  const register =
    (kind: string) =>
    (_selector: unknown, provider: Provider): Disposable => {
      providers.set(kind, provider);
      return new Disposable(() => providers.delete(kind));
    };
  const languages = new Proxy(
    {
      match: (selector: { language: string; scheme: string }, document: OpenDocument) =>
        [selector]
          .flat()
          .some((one) => one.language === document.languageId && one.scheme === document.uri.scheme)
          ? 10
          : 0,
      createDiagnosticCollection: () => ({
        set: (uri: URI, all: readonly Diagnostic[] = []) => diagnostics.set(uri.toString(), all),
        delete: (uri: URI) => diagnostics.delete(uri.toString()),
        clear: () => diagnostics.clear(),
        dispose() {},
      }),
    },
    {
      get(target, name: string) {
        const kind = /^register(\w+)Provider$/.exec(name)?.[1];
        return kind ? register(kind) : Reflect.get(target, name);
      },
    },
  );
  const read = (uri: URI): string | undefined => files.get(uri.toString());
  const watcher = {
    onDidCreate: on("create"),
    onDidChange: on("change"),
    onDidDelete: on("delete"),
    dispose() {},
  };
  const workspace = namespace({
    get textDocuments() {
      return documents;
    },
    workspaceFolders: folders.map((uri, index) => ({ uri: URI.parse(uri), name: uri, index })),
    notebookDocuments: [],
    getConfiguration: (section = "") => ({
      get: (key: string, otherwise: unknown) =>
        settings[section === "" ? key : `${section}.${key}`] ?? otherwise,
    }),
    getWorkspaceFolder: (uri: URI) => {
      const found = folders.find((one) => uri.toString().startsWith(`${one}/`));
      return found && { uri: URI.parse(found) };
    },
    findFiles: async () => [...files.keys()].map((uri) => URI.parse(uri)),
    openTextDocument: async (uri: URI) =>
      documents.find((one) => one.uri.toString() === uri.toString()) ?? null,
    createFileSystemWatcher: () => watcher,
    registerTextDocumentContentProvider: (scheme: string, provider: Provider) =>
      register(`content ${scheme}`)(null, provider),
    onDidOpenTextDocument: on("open"),
    onDidChangeTextDocument: on("edit"),
    onDidCloseTextDocument: on("close"),
    fs: {
      readFile: async (uri: URI) => {
        const text = read(uri);
        if (text === undefined) throw new Error(`no file ${uri}`);
        return new TextEncoder().encode(text);
      },
      stat: async (uri: URI) => {
        if (read(uri) === undefined) throw new Error(`no file ${uri}`);
        return { type: 1 };
      },
    },
  });
  const say = async (message: string): Promise<undefined> => void messages.push(message) as undefined;
  const channel = namespace({
    ...{ append() {}, appendLine() {}, show() {}, dispose() {}, clear() {}, logLevel: 0 },
    ...{ error: say, warn() {}, info() {}, debug() {}, trace() {} },
  });
  const window = namespace({
    get activeTextEditor() {
      return active && { document: active };
    },
    visibleTextEditors: [],
    tabGroups: { all: [], onDidChangeTabs: () => new Disposable() },
    createOutputChannel: () => channel,
    showInformationMessage: say,
    showWarningMessage: say,
    showErrorMessage: say,
    showTextDocument: async (document: OpenDocument) => {
      active = document;
    },
    showQuickPick: async ([first]: readonly string[]) => first,
    withProgress: (_: unknown, work: (progress: object) => unknown) => work({ report() {} }),
    createWebviewPanel(_kind: string, title: string) {
      const received = new Event<unknown>();
      const closed = new Event<unknown>();
      const posted: unknown[] = [];
      const webview = {
        html: "",
        cspSource: "https://example.test",
        asWebviewUri: (uri: URI) => URI.parse(`https://example.test${uri.path}`),
        postMessage: async (message: unknown) => posted.push(message),
        onDidReceiveMessage: received.event,
      };
      panels.push({ title, webview, posted, send: (message) => received.fire(message) });
      return { webview, onDidDispose: closed.event, reveal() {}, dispose: () => closed.fire(undefined) };
    },
  });
  const known = {
    ...{ workspace, window, languages, Uri, Position, Range, Diagnostic, CodeLens, Disposable },
    ...{ CodeActionKind, MarkdownString, CancellationTokenSource, EventEmitter: Event, version: "1.91.0" },
    FileType: { File: 1, Directory: 2 },
    ViewColumn: { Beside: -2 },
    TextDocumentChangeReason: { Undo: 1, Redo: 2 },
    CancellationError: Error,
    env: namespace({ language: "en", appName: "mock", appHost: "desktop" }),
    l10n: { t: (text: string) => text },
    extensions: { getExtension: (name: string) => extensions[name] },
    notebooks: {
      createRendererMessaging: () => ({
        onDidReceiveMessage: on("renderer"),
        postMessage: async (message: unknown) => rendererMessages.push(message),
      }),
    },
    commands: {
      registerCommand(name: string, run: (...given: never[]) => unknown) {
        if (commands.has(name)) throw new Error(`the command ${name} is registered twice`);
        commands.set(name, run);
        return new Disposable(() => commands.delete(name));
      },
      async executeCommand(name: string, ...given: readonly unknown[]) {
        if (name === "vscode.executeCodeLensProvider") {
          const [uri] = given as [URI];
          const document = documents.find((one) => one.uri.toString() === uri.toString());
          return providers
            .get("CodeLens")
            ?.provideCodeLenses?.(document, new CancellationTokenSource().token);
        }
        called.push([name, ...given]);
        return commands.get(name)?.(...(given as never[]));
      },
    },
  };
  const classes = new Map<string, object>();
  const module = new Proxy(known, {
    get(target, name) {
      if (typeof name === "symbol" || name in target) return Reflect.get(target, name);
      const made = classes.get(name) ?? anyClass();
      classes.set(name, made);
      return made;
    },
  });
  return {
    ...{ module, commands, called, providers, diagnostics, panels, messages, rendererMessages, fire },
    open(uri, text) {
      const inner = TextDocument.create(uri, "dtp", 1, text);
      const document = {
        uri: URI.parse(uri),
        languageId: "dtp",
        isClosed: false,
        get version() {
          return inner.version;
        },
        get lineCount() {
          return inner.lineCount;
        },
        getText: () => inner.getText(),
        positionAt: (offset: number) => inner.positionAt(offset),
        offsetAt: (position: Position) => inner.offsetAt(position),
        inner,
      };
      documents.push(document);
      active = document;
      fire("open", document);
      return document;
    },
    edit(document, text) {
      const { inner } = document as unknown as { readonly inner: TextDocument };
      const end = inner.positionAt(inner.getText().length);
      const range = new Range(0, 0, end.line, end.character);
      TextDocument.update(inner, [{ text }], inner.version + 1);
      fire("edit", { document, contentChanges: [{ range, rangeLength: 0, text }] });
    },
    fire,
  };
}

/** Runs a script of the extension with a mock in place of the module `vscode`. Returns what it exports. */
export function loadExtension(
  script: string,
  mock: Mock,
  require: (name: string) => unknown,
): {
  activate(context: object): Promise<{ client: { stop(): Promise<void> } }>;
  deactivate(): Promise<void>;
} {
  const made = { exports: {} };
  const own = (name: string): unknown => (name === "vscode" ? mock.module : require(name));
  new Function("require", "module", "exports", script)(own, made, made.exports);
  return made.exports as ReturnType<typeof loadExtension>;
}
