import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";
import { bundledCommand, root } from "../cli/bundledCommand.ts";
import { Client } from "./client.ts";

const { folder, script } = bundledCommand();

let child: ChildProcess;
let client: Client;
beforeAll(async () => {
  cpSync(join(root, "src/std"), join(folder, "std"), { recursive: true });
  child = spawn(process.execPath, [script, "lsp", "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
  if (!child.stdout || !child.stdin) throw new Error("no streams");
  client = await Client.over(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
});
afterAll(() => {
  client.end();
  child.kill();
});

const SEARCH = `edition 2026

import llama3_405b from "std/models"
import dgx_h100 from "std/clusters"

plan wide { seq_len = 8_192 tokens, global_batch = 2_048 sequences, tp = 8, pp = 4 }
let base = llama3_405b on dgx_h100 with wide
search best = base
show best
`;

test("the process answers while a search runs, and ends when it is asked to", async () => {
  const long = await client.open("long.dtp", SEARCH);
  const uri = await client.open("a.dtp", "edition 2026\n\nlet a = 1 + 2\n");
  await client.ask("textDocument/documentSymbol", { textDocument: { uri: long } });
  const found = await client.diagnostics(uri);
  expect(found).toEqual([]);
  const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
  const hints = await client.ask<{ label: string }[]>("textDocument/inlayHint", {
    textDocument: { uri },
    range,
  });
  expect(hints.map(({ label }) => label)).toEqual(["= 3"]);
  const report = await client.ask<string>("workspace/executeCommand", {
    command: "dtp.run",
    arguments: [uri],
  });
  expect(report).toBe("\n");
  await client.ask("shutdown", null);
  const ended = once(child, "exit");
  await client.connection.sendNotification("exit");
  expect((await ended)[0]).toBe(0);
});
