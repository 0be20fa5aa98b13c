import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Client, evaluatorHere } from "./client.ts";

const UNKNOWN = "edition 2026\n\nshow h100_sxm\n";

interface Action {
  readonly title: string;
  readonly kind: string;
  readonly edit: { readonly changes: Record<string, readonly { range: unknown; newText: string }[]> };
}

describe("checks of a document", () => {
  let client: Client;
  beforeEach(async () => {
    client = await Client.start();
  });
  afterEach(() => client.end());

  test("the server says what it can do", () => {
    expect(client.capabilities).toMatchObject({
      textDocumentSync: { openClose: true, change: 2 },
      completionProvider: { resolveProvider: true },
      renameProvider: { prepareProvider: true },
      executeCommandProvider: { commands: ["dtp.run", "dtp.explain", "dtp.bestPlan"] },
    });
  });

  test("a syntax error is shown, and is gone after an incremental edit", async () => {
    const uri = await client.open("a.dtp", "edition 2026\n\nlet a = (1 + 2\n");
    const [one] = await client.diagnostics(uri);
    expect(one).toMatchObject({ severity: 1, source: "dtp", code: "unclosed" });
    expect(one?.range.start.line).toBe(2);
    expect(one?.codeDescription?.href).toMatch(/docs\/errors\/unclosed\.md$/);
    const end = { line: 2, character: 14 };
    const version = await client.edit(uri, { range: { start: end, end }, text: ")" });
    expect(await client.diagnostics(uri, (it) => it.version === version)).toEqual([]);
  });

  test("a mistake of evaluation is shown with a mend, which removes it", async () => {
    const uri = await client.open("a.dtp", UNKNOWN);
    const found = await client.diagnostics(uri, (it) => it.diagnostics.length > 0);
    const one = found.find(({ code }) => code === "unknown-name");
    expect(one?.message).toContain("h100_sxm");
    const actions = await client.ask<readonly Action[]>("textDocument/codeAction", {
      textDocument: { uri },
      range: one?.range,
      context: { diagnostics: [] },
    });
    const mend = actions.find(({ kind }) => kind === "quickfix");
    expect(mend?.title).toBe('Insert `import h100_sxm from "std/devices"`');
    const [edit] = mend?.edit.changes[uri] ?? [];
    const all = actions.find(({ kind }) => kind === "source.fixAll.dtp");
    expect(all?.edit.changes[uri]?.[0]?.newText).toContain('import h100_sxm from "std/devices"\n');
    const version = await client.edit(uri, { range: edit?.range, text: edit?.newText });
    expect(await client.diagnostics(uri, (it) => it.version === version)).toEqual([]);
  });

  test("only wanted kinds of actions are offered, and none on a text that was not checked", async () => {
    const uri = await client.open("a.dtp", UNKNOWN);
    await client.diagnostics(uri, (it) => it.diagnostics.length > 0);
    const range = { start: { line: 2, character: 6 }, end: { line: 2, character: 6 } };
    const ask = (only: readonly string[]) =>
      client.ask<readonly Action[]>("textDocument/codeAction", {
        textDocument: { uri },
        range,
        context: { diagnostics: [], only },
      });
    expect((await ask(["source"])).map(({ kind }) => kind)).toEqual(["source.fixAll.dtp"]);
    expect((await ask(["quickfix"])).map(({ kind }) => kind)).toEqual(["quickfix"]);
    expect(await ask(["refactor"])).toEqual([]);
    await client.edit(uri, { text: `${UNKNOWN}# more\n` });
    expect(await ask(["quickfix"])).toEqual([]);
  });

  test("imports of files and tables are followed, in the editor before the disk", async () => {
    client.write("parts.dtp", "edition 2026\n\nlet one = 1\n");
    client.write("rows.csv", "name,size\na,1\n");
    const text =
      'edition 2026\n\nimport one from "./parts.dtp"\nimport rows from "./rows.csv"\n\nlet two = one + 1\nshow two\n';
    const uri = await client.open("a.dtp", text);
    expect(await client.diagnostics(uri)).toEqual([]);
    const parts = await client.open("parts.dtp", "edition 2026\n\nlet eins = 1\n");
    const found = await client.diagnostics(uri, (it) => it.diagnostics.length > 0);
    expect(found.map(({ code }) => code)).toContain("unknown-import");
    await client.edit(parts, { text: "edition 2026\n\nlet one = 3\n" });
    expect(await client.diagnostics(uri, (it) => it.diagnostics.length === 0)).toEqual([]);
  });

  test("a table, a configuration or a log that changes on disk, or comes to be, checks its importers again", async () => {
    const text =
      'edition 2026\n\nimport rows from "./rows.csv"\nimport run from "./train.log"\n\nexpect rows.size == 2\nshow run.step_time\n';
    const uri = await client.open("a.dtp", text);
    const missing = await client.diagnostics(uri, (it) => it.diagnostics.length > 0);
    expect(missing.map(({ code }) => code)).toContain("unknown-import");
    const log = client.write(
      "train.log",
      [1, 2, 3].map((n) => ` iteration ${n}/ 3 | elapsed time per iteration (ms): 10.0 |\n`).join(""),
    );
    const rows = client.write("rows.csv", "name,size\na,1\n");
    await client.told(log, 1);
    await client.told(rows, 1);
    const imported = (it: { readonly diagnostics: readonly { readonly code?: unknown }[] }): boolean =>
      it.diagnostics.every(({ code }) => code !== "unknown-import");
    await client.diagnostics(uri, imported);
    client.write("train.log", "nothing of a run\n");
    await client.told(log, 2);
    const unreadable = await client.diagnostics(uri, (it) =>
      it.diagnostics.some(({ code }) => code === "unreadable-log"),
    );
    expect(unreadable).not.toEqual([]);
  });

  test("an error of an imported file is shown at the import, and leads to its place", async () => {
    const parts = client.write("parts.dtp", "edition 2026\n\nlet one = (1 +\n");
    const uri = await client.open("a.dtp", 'edition 2026\n\nimport one from "./parts.dtp"\n\nshow one\n');
    const found = await client.diagnostics(uri, (it) => it.diagnostics.length > 0);
    const one = found.find(({ relatedInformation }) => relatedInformation);
    expect(one?.range.start.line).toBe(2);
    expect(one?.relatedInformation?.[0]?.location.uri).toBe(parts);
    expect(one?.relatedInformation?.[0]?.location.range.start.line).toBe(2);
  });

  test("closing a document removes its diagnostics", async () => {
    const uri = await client.open("a.dtp", "edition 2026\n\nlet a = (1\n");
    await client.diagnostics(uri, (it) => it.diagnostics.length > 0);
    await client.connection.sendNotification("textDocument/didClose", { textDocument: { uri } });
    expect(await client.diagnostics(uri, (it) => it.diagnostics.length === 0)).toEqual([]);
  });
});

test("keystrokes that follow one another are checked once", async () => {
  const evaluator = evaluatorHere();
  const client = await Client.start(evaluator);
  const uri = await client.open("a.dtp", "edition 2026\n\nlet a = 1\n");
  let version = 1;
  for (const digit of "23456789")
    version = await client.edit(uri, { text: `edition 2026\n\nlet a = 1${digit}\n` });
  expect(await client.diagnostics(uri, (it) => it.version === version)).toEqual([]);
  expect(evaluator.checks).toBeLessThan(9);
  client.end();
});

test("a text that is given up is not shown, and the next one is", async () => {
  const evaluator = evaluatorHere();
  const { check } = evaluator;
  let release: (() => void) | null = null;
  const slow = new Promise<void>((resolve) => {
    release = resolve;
  });
  let calls = 0;
  evaluator.check = async (request) => {
    if (calls++ > 0) return check(request);
    await slow;
    return null;
  };
  evaluator.stop = () => release?.();
  const client = await Client.start(evaluator);
  const uri = await client.open("a.dtp", "edition 2026\n\nshow wrong\n");
  await expect.poll(() => calls).toBe(1);
  const version = await client.edit(uri, { text: "edition 2026\n\nlet a = 1\nshow a\n" });
  expect(await client.diagnostics(uri, (it) => it.version === version)).toEqual([]);
  expect(client.published).toEqual([]);
  client.end();
});
