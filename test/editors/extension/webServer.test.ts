import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CompletionList, Diagnostic, Location, Position } from "vscode-languageserver";
import { buildLanguageWorker } from "../../../scripts/web/webBundles.mjs";
import { launchChromium } from "../../browser/chromium.ts";
import { marked } from "../../lsp/client.ts";
import { root } from "../programs.ts";

/** The language server in a worker of Chromium, spoken to as an editor of the web does: plain messages, no files. */
const PROGRAM = `edition 2026
import llama3_8b from "std/models"
import dgx_h100 from "std/clusters"
import tp8 from "./plans/tp8.dtp"
let base = llama3_8b on dgx_h100 with { plan = tp8, cluster.nodes = 1 }
show base
expect base.plan.tp == 8
`;
const PLAN = "edition 2026\nplan tp8 { seq_len = 8_192 tokens, global_batch = 16 sequences, tp = 8 }\n";
const FOLDER = "vscode-vfs://some/repository";

let folder: string;
let server: Server;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "dtp-worker-"));
  await buildLanguageWorker(root, folder);
  const script = readFileSync(join(folder, "languageWorker.js"));
  server = createServer((request, response) => {
    const isScript = request.url === "/languageWorker.js";
    response.setHeader("Content-Type", isScript ? "text/javascript" : "text/html");
    response.end(isScript ? script : "<!doctype html><title>editor</title>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  browser = await launchChromium();
  page = await openPage("");
});

/** Page with a client of the server. `before` is script that the server's worker runs first. */
async function openPage(before: string): Promise<Page> {
  const opened = await browser.newPage();
  await opened.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await opened.evaluate(startClient, { folder: FOLDER, plan: PLAN, before });
  return opened;
}

afterAll(async () => {
  await browser?.close();
  server?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** A client in the page: `ask`, `tell`, and the diagnostics that were published last. */
async function startClient({
  folder,
  plan,
  before,
}: {
  folder: string;
  plan: string;
  before: string;
}): Promise<void> {
  const scope = globalThis as unknown as Record<string, unknown>;
  // As VS Code starts an extension's worker: from a blob.
  const text = await (await fetch("/languageWorker.js")).text();
  const WorkerOf = scope.Worker as new (
    url: string,
  ) => {
    postMessage(message: unknown): void;
    onmessage: ((event: { readonly data: Record<string, unknown> }) => void) | null;
  };
  const worker = new WorkerOf(URL.createObjectURL(new Blob([before, text], { type: "text/javascript" })));
  const waiting = new Map<unknown, (answer: unknown) => void>();
  const published: Record<string, unknown> = {};
  let count = 0;
  worker.onmessage = ({ data }) => {
    const { id, method, params, result, error } = data;
    if (method === "textDocument/publishDiagnostics") {
      const { uri, diagnostics } = params as { uri: string; diagnostics: unknown };
      published[uri] = diagnostics;
    } else if (method !== undefined && id !== undefined)
      worker.postMessage({ jsonrpc: "2.0", id, result: null });
    else waiting.get(id)?.(error ?? result);
  };
  const tell = (method: string, params: unknown): void =>
    worker.postMessage({ jsonrpc: "2.0", method, params });
  const ask = (method: string, params: unknown): Promise<unknown> =>
    new Promise((resolve) => {
      waiting.set(++count, resolve);
      worker.postMessage({ jsonrpc: "2.0", id: count, method, params });
    });
  Object.assign(scope, { tell, ask, published });
  const texts = { [`${folder}/plans/tp8.dtp`]: plan };
  worker.postMessage({ kind: "dtp-workspace", workspace: { folders: [folder], texts } });
  await ask("initialize", { processId: null, rootUri: null, capabilities: {} });
  tell("initialized", {});
}

const ask = <Answer>(method: string, params: unknown): Promise<Answer> =>
  page.evaluate(
    ([name, given]) => (globalThis as never as { ask(m: unknown, p: unknown): unknown }).ask(name, given),
    [method, params],
  ) as Promise<Answer>;
const tell = (method: string, params: unknown): Promise<void> =>
  page.evaluate(
    ([name, given]) => (globalThis as never as { tell(m: unknown, p: unknown): void }).tell(name, given),
    [method, params],
  );
const diagnostics = (uri: string) =>
  page.evaluate((at) => (globalThis as never as { published: never }).published[at], uri) as Promise<
    readonly Diagnostic[] | undefined
  >;

async function open(name: string, text: string): Promise<string> {
  const uri = `${FOLDER}/${name}`;
  await tell("textDocument/didOpen", { textDocument: { uri, languageId: "dtp", version: 1, text } });
  return uri;
}

const at = (uri: string, position: Position) => ({ textDocument: { uri }, position });

test("diagnostics, with the files of the workspace, and after one of them changes", async () => {
  const uri = await open("a.dtp", PROGRAM);
  await expect.poll(() => diagnostics(uri)).toEqual([]);
  const plan = `${FOLDER}/plans/tp8.dtp`;
  await tell("dtp/files", { [plan]: PLAN.replace("tp = 8", "tp = 4") });
  await tell("workspace/didChangeWatchedFiles", { changes: [{ uri: plan, type: 2 }] });
  await expect.poll(async () => (await diagnostics(uri))?.map(({ message }) => message)).toHaveLength(1);
  expect((await diagnostics(uri))?.[0]?.message).toContain("4");
  await tell("dtp/files", { [plan]: PLAN });
});

test("completion, definitions in the workspace and in the library, tokens, reports", async () => {
  const uri = await open("b.dtp", PROGRAM);
  const { text, position } = marked(PROGRAM.replace("show base", "show base.mem|"));
  const other = await open("c.dtp", text);
  const list = await ask<CompletionList>("textDocument/completion", at(other, position));
  expect(list.items.map(({ label }) => label)).toContain("memory");
  const plan = await ask<Location>("textDocument/definition", at(uri, { line: 3, character: 8 }));
  expect(plan.uri).toBe(`${FOLDER}/plans/tp8.dtp`);
  const model = await ask<Location>("textDocument/definition", at(uri, { line: 1, character: 9 }));
  expect(model.uri).toBe("dtp-library:/models.dtp");
  expect(await ask<string>("dtp/libraryText", model.uri)).toContain("model llama3_8b");
  const { data } = await ask<{ data: number[] }>("textDocument/semanticTokens/full", {
    textDocument: { uri },
  });
  expect(data.length).toBeGreaterThan(100);
  const report = await ask<string>("workspace/executeCommand", {
    command: "dtp.explain",
    arguments: [uri, "base"],
  });
  expect(report).toContain("80% interval");
});

test("a worker that may start no others evaluates itself", async () => {
  const first = page;
  page = await openPage("self.Worker = undefined;\n");
  const uri = await open("d.dtp", PROGRAM.replace("tp8 }", "tp9 }").replace("plan = tp8", "plan = tp9"));
  await expect.poll(async () => (await diagnostics(uri))?.map(({ code }) => code)).toContain("unknown-name");
  await page.close();
  page = first;
});
