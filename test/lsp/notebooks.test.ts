import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Client, evaluatorHere } from "./client.ts";

let client: Client;
let notebook: string;
let version: number;
beforeEach(async () => {
  client = await Client.start();
  notebook = pathToFileURL(`${client.folder}/plan.ipynb`).href;
  version = 1;
});
afterEach(() => client.end());

/** Address of a cell, as VS Code has it. */
const cellUri = (name: string): string =>
  notebook.replace("file:", "vscode-notebook-cell:").concat(`#${name}`);
const cell = (name: string) => ({ kind: 2, document: cellUri(name) });
const textDocument = (name: string, text: string) => ({
  uri: cellUri(name),
  languageId: "dtp",
  version: 1,
  text,
});

/** Opens a notebook whose cells are called `a`, `b`, `c`. */
async function open(...texts: readonly string[]): Promise<void> {
  const names = texts.map((_text, at) => "abc"[at] as string);
  await client.connection.sendNotification("notebookDocument/didOpen", {
    notebookDocument: { uri: notebook, notebookType: "jupyter-notebook", version, cells: names.map(cell) },
    cellTextDocuments: names.map((name, at) => textDocument(name, texts[at] ?? "")),
  });
}

async function change(cells: object): Promise<void> {
  await client.connection.sendNotification("notebookDocument/didChange", {
    notebookDocument: { uri: notebook, version: ++version },
    change: { cells },
  });
}

const edit = (name: string, text: string) =>
  change({ textContent: [{ document: { uri: cellUri(name), version: version + 1 }, changes: [{ text }] }] });

/** Codes of the diagnostics of a cell, once `until` holds for them. */
async function codes(
  name: string,
  until: (codes: readonly unknown[]) => boolean,
): Promise<readonly unknown[]> {
  const found = await client.diagnostics(cellUri(name), ({ diagnostics }) =>
    until(diagnostics.map(({ code }) => code)),
  );
  return found.map(({ code }) => code);
}
const has = (code: string) => (found: readonly unknown[]) => found.includes(code);
const none = (found: readonly unknown[]): boolean => found.length === 0;

test("a mistake is shown in its cell, and a cell knows the names of those above", async () => {
  await open("let a = 2 GiB", "let b = a + 1 s", "show a, missing");
  expect(await codes("b", has("dimension-mismatch"))).toEqual(["dimension-mismatch"]);
  expect(await codes("a", none)).toEqual([]);
  const [one, ...more] = await client.diagnostics(cellUri("c"), ({ diagnostics }) => diagnostics.length > 0);
  expect(one).toMatchObject({
    code: "unknown-name",
    range: { start: { line: 0, character: 8 }, end: { line: 0, character: 15 } },
  });
  expect(more).toEqual([]);
});

test("an edit, a new cell and a removed one change what the cells below know", async () => {
  await open("let a = 1", "show a");
  await codes("b", none);
  await edit("a", "let c = 1");
  expect(await codes("b", has("unknown-name"))).toEqual(["unknown-name"]);
  await change({
    structure: {
      array: { start: 1, deleteCount: 0, cells: [cell("n")] },
      didOpen: [textDocument("n", "let a = 3")],
    },
  });
  expect(await codes("b", none)).toEqual([]);
  await change({
    structure: { array: { start: 1, deleteCount: 1 }, didClose: [{ uri: cellUri("n") }] },
  });
  expect(await codes("b", has("unknown-name"))).toEqual(["unknown-name"]);
});

test("magics are read as the kernel does, and a mistake in one is said", async () => {
  await open("%set base.tp", "%%ts\nconst x = 1", "%whoo\nshow 1");
  expect(await codes("c", (found) => found.length > 0)).toHaveLength(1);
  expect(await codes("b", none)).toEqual([]);
});

test("a mistake under a magic line is at its place", async () => {
  await open("%reset\nlet a = 1\nshow missing");
  const [one] = await client.diagnostics(cellUri("a"), ({ diagnostics }) => diagnostics.length > 0);
  expect(one?.range).toEqual({ start: { line: 2, character: 5 }, end: { line: 2, character: 12 } });
});

test("a file that a cell imports is followed on disk, from when it comes to be", async () => {
  await open('import shared from "./shared.dtp"', "show shared");
  expect(await codes("a", has("unknown-import"))).toEqual(["unknown-import"]);
  const shared = client.write("shared.dtp", "edition 2026\n\nlet shared = 1\n");
  await client.told(shared, 1);
  expect(await codes("a", none)).toEqual([]);
  client.write("shared.dtp", "edition 2026\n\nlet other = 1\n");
  await client.told(shared, 2);
  expect(await codes("a", has("unknown-import"))).toEqual(["unknown-import"]);
});

test("closing a notebook removes its diagnostics", async () => {
  await open("show missing");
  await codes("a", has("unknown-name"));
  await client.connection.sendNotification("notebookDocument/didClose", {
    notebookDocument: { uri: notebook },
    cellTextDocuments: [{ uri: cellUri("a") }],
  });
  expect(await codes("a", none)).toEqual([]);
});

test("a notebook and a file beside it are checked in turn: the evaluator gives up a check when another one begins", async () => {
  client.end();
  const evaluator = evaluatorHere();
  const { check } = evaluator;
  let [running, most] = [0, 0];
  evaluator.check = async (request) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 30));
    running--;
    return check(request);
  };
  client = await Client.start(evaluator);
  notebook = pathToFileURL(`${client.folder}/plan.ipynb`).href;
  await open("show missing");
  const file = await client.open("a.dtp", "edition 2026\n\nshow absent\n");
  expect(await codes("a", has("unknown-name"))).toEqual(["unknown-name"]);
  const found = await client.diagnostics(file, ({ diagnostics }) => diagnostics.length > 0);
  expect(found.map(({ code }) => code)).toEqual(["unknown-name"]);
  expect([evaluator.checks, most]).toEqual([2, 1]);
});
