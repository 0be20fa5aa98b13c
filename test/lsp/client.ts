import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { pathToFileURL } from "node:url";
import type { PublishDiagnosticsParams } from "vscode-languageserver";
import {
  createConnection,
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { nodeHost } from "../../src/cli/lsp/nodeHost.ts";
import { openWorld } from "../../src/cli/lsp/openWorld.ts";
import { type Evaluator, evaluations, startServer } from "../../src/lsp/index.ts";

/** Evaluator on the test's own thread. `checks` counts the evaluations. */
export function evaluatorHere(): Evaluator & { checks: number } {
  const own = evaluations(openWorld);
  const never = () => false;
  const evaluator = {
    checks: 0,
    async check(request: Parameters<Evaluator["check"]>[0]) {
      evaluator.checks++;
      return own.check(request, never);
    },
    inspect: async (at: Parameters<Evaluator["inspect"]>[0]) => own.inspect(at),
    report: async (request: Parameters<Evaluator["report"]>[0]) => own.report(request, never),
    stop() {},
    end() {},
  };
  return evaluator;
}

/** A client of a server, which speaks JSON-RPC over streams in memory, and a project in a folder of its own. */
export class Client {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "dtp-lsp-")));
  readonly published: PublishDiagnosticsParams[] = [];
  private readonly listeners = new Set<() => void>();
  private readonly versions = new Map<string, number>();

  private constructor(readonly connection: MessageConnection) {
    connection.onNotification("textDocument/publishDiagnostics", (one: PublishDiagnosticsParams) => {
      this.published.push(one);
      for (const listener of [...this.listeners]) listener();
    });
    connection.listen();
  }

  static async start(evaluator: Evaluator = evaluatorHere()): Promise<Client> {
    const up = new PassThrough();
    const down = new PassThrough();
    const server = createConnection(new StreamMessageReader(up), new StreamMessageWriter(down));
    startServer(server, nodeHost(evaluator), { parse: 1, evaluate: 1 });
    return Client.over(new StreamMessageReader(down), new StreamMessageWriter(up));
  }

  static async over(reader: StreamMessageReader, writer: StreamMessageWriter): Promise<Client> {
    const client = new Client(createMessageConnection(reader, writer));
    writeFileSync(join(client.folder, "dtp.json"), "{}");
    const { capabilities } = await client.ask<{ capabilities: Record<string, unknown> }>("initialize", {
      processId: null,
      rootUri: pathToFileURL(client.folder).href,
      capabilities: {},
    });
    client.capabilities = capabilities;
    await client.connection.sendNotification("initialized", {});
    return client;
  }

  capabilities: Record<string, unknown> = {};

  ask<Answer>(method: string, params: unknown): Promise<Answer> {
    return this.connection.sendRequest<Answer>(method, params);
  }

  /** Writes a file of the project, and returns its address. */
  write(name: string, text: string): string {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return pathToFileURL(path).href;
  }

  /** Tells the server that a file on disk is new (type 1), changed (2) or gone (3). */
  told(uri: string, type: 1 | 2 | 3): Promise<void> {
    return this.connection.sendNotification("workspace/didChangeWatchedFiles", { changes: [{ uri, type }] });
  }

  /** Opens a file of the project in the editor, and returns its address. */
  async open(name: string, text: string): Promise<string> {
    const uri = this.write(name, text);
    this.versions.set(uri, 1);
    await this.connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri, languageId: "dtp", version: 1, text },
    });
    return uri;
  }

  /** Sends edits of a document: ranges with their new texts, or the whole text. Returns the new version. */
  async edit(uri: string, ...contentChanges: readonly object[]): Promise<number> {
    const version = (this.versions.get(uri) ?? 0) + 1;
    this.versions.set(uri, version);
    await this.connection.sendNotification("textDocument/didChange", {
      textDocument: { uri, version },
      contentChanges,
    });
    return version;
  }

  /** Diagnostics of a document that fulfil a condition, as soon as they are published. */
  async diagnostics(
    uri: string,
    wanted: (one: PublishDiagnosticsParams) => boolean = () => true,
  ): Promise<PublishDiagnosticsParams["diagnostics"]> {
    for (;;) {
      const at = this.published.findLastIndex((one) => one.uri === uri && wanted(one));
      const [found] = at < 0 ? [] : this.published.splice(at, 1);
      if (found) return found.diagnostics;
      await new Promise<void>((resolve) => {
        const listener = () => {
          this.listeners.delete(listener);
          resolve();
        };
        this.listeners.add(listener);
      });
    }
  }

  end(): void {
    this.connection.dispose();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Position of a mark `|` in a text, and the text without it. */
export function marked(text: string) {
  const offset = text.indexOf("|");
  const before = text.slice(0, offset);
  const line = before.split("\n").length - 1;
  return {
    text: before + text.slice(offset + 1),
    position: { line, character: offset - (before.lastIndexOf("\n") + 1) },
  };
}
