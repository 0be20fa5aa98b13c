import { describe, expect, test } from "vitest";
import { magics } from "../../src/kernel/magics/magics.ts";
import { readMagics } from "../../src/kernel/magics/readMagics.ts";
import { notebook } from "./support/notebook.ts";

describe("a cell is cut into magics and code", () => {
  const names = (text: string) => {
    const read = readMagics(text, "cell [1]");
    return read.kind === "cell magic"
      ? { cell: read.magic.name, argument: read.magic.argument, body: read.magic.body }
      : {
          before: read.before.map((one) => `${one.name} ${one.argument}`.trim()),
          code: read.code.trim(),
          after: read.after.map((one) => `${one.name} ${one.argument}`.trim()),
        };
  };
  test.each([
    ["let a = 50%\n a", { before: [], code: "let a = 50%\n a", after: [] }],
    ["%who", { before: ["who"], code: "", after: [] }],
    [
      "# hello\n%reset\n%live on\nlet a = 1\n%who",
      { before: ["reset", "live on"], code: "# hello", after: ["who"] },
    ],
    ["\n%%ts strict\nconst a = 1;\n%who", { cell: "ts", argument: "strict", body: "const a = 1;\n%who" }],
    ["%%ts", { cell: "ts", argument: "", body: "" }],
  ])("%j", (text, expected) => {
    const found = names(text);
    if ("code" in found && "code" in expected && found.code?.startsWith("# hello"))
      expect({ ...found, code: "# hello" }).toEqual(expected);
    else expect(found).toEqual(expected);
  });
  test("offsets of the code stay", () => {
    const text = "%who\nlet a = 1\n  %help tp\na";
    const read = readMagics(text, "cell [1]");
    expect(read.kind === "code" && read.code.length).toBe(text.length);
    expect(read.kind === "code" && read.code.indexOf("let")).toBe(text.indexOf("let"));
  });
});

describe("magics", () => {
  test("every one has a sentence and is written as its signature begins", () => {
    for (const { name, kind, signature, doc } of magics) {
      expect(signature.startsWith(`${kind === "line" ? "%" : "%%"}${name}`)).toBe(true);
      expect(doc).toMatch(/^[A-Z].*\.$/);
    }
  });

  test("%who lists names with kind, value and cell", async () => {
    const { run } = notebook();
    await run(
      'import a100_sxm from "std/devices"\nplan p {\n  tp = 8\n  dp = fill # rest\n}\nlet a = 3 GiB\na',
    );
    const [table] = (await run("%who")).texts;
    expect(table).toMatch(/p\s+plan\s+\{ tp = 8, dp = fill \}\s+cell \[1\]/);
    expect(table).toMatch(/a\s+value\s+3 GiB\s+cell \[1\]/);
    expect(table).toMatch(/a100_sxm\s+device\s+.*std\/devices/);
  });

  test("those above the code run before it, those below after it", async () => {
    const { run } = notebook();
    await run("let a = 1");
    const { texts, reply } = await run("%reset\nlet b = 2\n%who");
    expect(reply.status).toBe("ok");
    expect(texts[0]).toBe("forgot 1 name; run the cells that define them again\n");
    expect(texts[1]).toContain("b");
    expect(texts[1]).not.toMatch(/^a /m);
  });

  test("%help prints the page with the magics; with a word, what it means", async () => {
    const { run } = notebook();
    const [page] = (await run("%help")).texts;
    expect(page).toContain("# The `.dtp` language");
    expect(page).toContain("`%who`");
    expect(page).not.toMatch(/\]\([a-z]+\.md\)/);
    expect((await run("%help micro_batch")).texts[0]).toContain("number of sequences in one micro-batch");
    expect((await run("%help not-divisible")).texts[0]).toContain("# not-divisible");
    expect((await run("%help %who")).texts[0]).toContain("List the session's names");
    expect((await run("%help gqa")).texts[0]).toContain("kv_heads");
    const failed = await run("%help wibble");
    expect(failed.reply).toMatchObject({ status: "error", ename: "no-help" });
  });

  test("an unknown one runs nothing of its cell, and says which was meant", async () => {
    const { run } = notebook();
    const { reply } = await run("let a = 1\n%woh");
    expect(reply).toMatchObject({ status: "error", ename: "unknown-magic" });
    expect(String(reply.traceback)).toContain("did you mean `%who`?");
    expect(String(reply.traceback)).toContain("cell [1]:2:1");
    expect((await run("a")).reply).toMatchObject({ ename: "unknown-name" });
    expect((await run("%%who\n1")).reply).toMatchObject({ evalue: "there is no `%%who`" });
    expect((await run("%reset now")).reply).toMatchObject({ ename: "wrong-magic-argument" });
  });
});
