import { describe, expect, test } from "vitest";
import { magics } from "../../../../src/kernel/core/magics/magics.ts";
import { readMagics } from "../../../../src/kernel/core/magics/readMagics.ts";
import {
  completeReply,
  inspectReply,
  isCompleteReply,
} from "../../../../src/kernel/core/requests/editing.ts";
import { notebook, type Published, type Ran } from "../../support/notebook.ts";

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

/** Plain text of a display. */
const textIn = (content: Published["content"]): string =>
  String((content.data as Readonly<Record<string, unknown>>)["text/plain"]).trim();

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

  test("%control chooses a control's value and refreshes what reads it; a wrong one changes nothing", async () => {
    const { run } = notebook();
    await run("let a = 1\nlet b = 10 * a", "one");
    await run("control a in [1, 2, 4]", "two");
    await run("show b", "three");
    const updates = (ran: Ran) =>
      ran.published
        .filter(({ type }) => type === "update_display_data")
        .map(({ content }) => textIn(content));
    const chosen = await run("%control a 4");
    expect(chosen.reply.status).toBe("ok");
    expect(updates(chosen)).toEqual(["a: 4, of 1, 2, 4", "b = 40"]);
    const wrong = await run("%control c 4");
    expect(wrong.reply.status).toBe("error");
    expect(updates(wrong)).toEqual([]);
    expect((await run("%control a")).reply.status).toBe("error");
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

describe("while typing", () => {
  const ask = async (marked: string) => {
    const { evaluation } = notebook();
    const at = marked.indexOf("<|>");
    const code = marked.replace("<|>", "");
    return { evaluation, content: { code, cursor_pos: at } };
  };
  const complete = async (marked: string) => {
    const { evaluation, content } = await ask(marked);
    return completeReply(content, evaluation);
  };
  const inspect = async (marked: string) => {
    const { evaluation, content } = await ask(marked);
    return inspectReply(content, evaluation);
  };

  test.each([
    ["%w<|>", ["%who"], 0],
    ["let a = 1\n%re<|>", ["%reset"], 10],
    ["%live <|>", ["on", "off"], 6],
    ["%live of<|>", ["off"], 6],
    ["%who\nsho<|>", ["show"], 5],
  ])("%j completes", async (marked, matches, start) => {
    const reply = await complete(marked);
    expect(reply).toMatchObject({ status: "ok", cursor_start: start });
    expect((reply.matches as string[]).slice(0, matches.length)).toEqual(matches);
  });

  test("a completion carries what it is and one sentence", async () => {
    const { metadata } = await complete("# 😀\nplan p { micr<|>");
    expect((metadata as { _jupyter_types_experimental: unknown[] })._jupyter_types_experimental[0]).toEqual({
      text: "micro_batch",
      type: "field",
      signature: "whole number, default 1",
      documentation: "The number of sequences in one micro-batch.",
      start: 13,
      end: 17,
    });
  });

  test("hover explains a magic", async () => {
    const { found, data } = await inspect("let a = 1\n%li<|>ve on");
    expect(found).toBe(true);
    expect(JSON.stringify(data)).toContain("%live on|off");
  });

  test("a magic line is no reason to wait; the first line of a cell magic is", async () => {
    const { evaluation } = notebook();
    const status = (code: string) => isCompleteReply({ code }, evaluation);
    expect(await status("%who")).toEqual({ status: "complete" });
    expect(await status("%%ts\n")).toEqual({ status: "incomplete", indent: "" });
    expect(await status("%%tz\nconst a = {")).toEqual({ status: "complete" });
    expect(await status("%who\nplan p {")).toEqual({ status: "incomplete", indent: "  " });
  });
});

describe("%live", () => {
  const update = (ran: Ran) => ran.published.filter(({ type }) => type === "update_display_data");
  const idOf = ({ content }: Published) => (content.transient as { display_id?: string }).display_id;

  test("stale outputs are replaced in place, and no note names them", async () => {
    const { run } = notebook();
    await run("let a = 1\nlet b = 2 * a", "one");
    const shown = await run("show b\nshow a + 100", "two");
    await run("let c = 5\nshow c", "three");
    await run("%live on");
    const changed = await run("let a = 4", "one");
    expect(changed.texts.filter((text) => text.includes("stale"))).toEqual([]);
    expect(update(changed).map(({ content }) => JSON.stringify(content.data))).toEqual([
      expect.stringContaining("8"),
      expect.stringContaining("104"),
    ]);
    const ids = shown.published.filter(({ type }) => type === "display_data").map(idOf);
    expect(update(changed).map(idOf)).toEqual(ids);
    // once more: the places are the same ones
    expect(update(await run("let a = 5", "one")).map(idOf)).toEqual(ids);
    expect(update(await run("let z = 5", "four"))).toEqual([]);
  });

  test("turned on late, it refreshes what is stale already; a cell that ran again has only its newest outputs", async () => {
    const { run } = notebook();
    await run("let a = 1", "one");
    await run("show a", "two");
    const second = await run("show 10 * a", "two");
    const note = await run("let a = 2", "one");
    expect(note.texts).toEqual(["a changed: output [3] is stale\n"]);
    const on = await run("%live on");
    expect(update(on).map(idOf)).toEqual(
      second.published.filter(({ type }) => type === "display_data").map(idOf),
    );
    expect(JSON.stringify(update(on)[0]?.content.data)).toContain("20");
    await run("%live off");
    expect((await run("let a = 3", "one")).texts).toEqual(["a changed: output [3] is stale\n"]);
  });

  test("what cannot be put in place is named: a result sent before, an output that fails now", async () => {
    const { run } = notebook();
    await run("let a = 1", "one");
    await run("a", "two");
    await run("%live on");
    const later = await run("2 * a", "three");
    expect(later.published.map(({ type }) => type)).toContain("display_data");
    const changed = await run("let a = 2", "one");
    expect(update(changed)).toHaveLength(1);
    expect(changed.texts.at(-1)).toBe(
      "output [2] is stale and could not be refreshed in place: run its cell again\n",
    );
    await run("show 1 / a", "four");
    const failed = await run("let a = 0", "one");
    // the result of cell [2] has been named already
    expect(failed.texts.at(-1)).toContain("output [6] is stale");
    expect(update(await run("let a = 1", "one"))).toHaveLength(2);
  });

  test("an id is transient: nothing of it is in an output that a notebook saves", async () => {
    const { run } = notebook();
    const shown = await run("show 1 + 1");
    const [display] = shown.published.filter(({ type }) => type === "display_data");
    expect(display && Object.keys(display.content.metadata as object)).toEqual([]);
    expect(display && idOf(display)).toMatch(/^[0-9a-f-]{36}$/);
  });
});
