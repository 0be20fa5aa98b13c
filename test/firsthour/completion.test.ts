import { describe, expect, it } from "vitest";
import { completeReply } from "../../src/kernel/core/requests/editing.ts";
import { notebook } from "../kernel/support/notebook.ts";

const { evaluation, run } = notebook();

interface Offered {
  readonly text: string;
  readonly type: string;
  readonly documentation: string;
}

/** What a front end is offered at `|`. */
async function offered(text: string): Promise<readonly Offered[]> {
  const [before = "", after = ""] = text.split("|");
  const reply = await completeReply({ code: before + after, cursor_pos: before.length }, evaluation);
  const { _jupyter_types_experimental: items } = reply.metadata as { _jupyter_types_experimental: Offered[] };
  return items;
}
const texts = async (text: string) => (await offered(text)).map((one) => one.text);

describe("completion", () => {
  it("of a field's value offers its own values, and nothing else before a letter is written", async () => {
    const values = await texts("plan p {\n  recompute = |\n}");
    expect(values).toEqual(expect.arrayContaining(["selective", "full", "none"]));
    expect(values.length).toBeLessThan(8);
    expect((await texts("plan p {\n  recompute = s|\n}"))[0]).toBe("selective");
    expect(await texts("plan p {\n  sequence_parallel = |\n}")).toEqual(["true", "false"]);
  });

  it("of a unit offers those of the field's dimension", async () => {
    const units = await texts("plan p {\n  global_batch = 1_024 |\n}");
    expect(units).toEqual(expect.arrayContaining(["sequences", "tokens"]));
    expect(units).not.toContain("KiB");
    expect(units.length).toBeLessThan(10);
  });

  it("of an import says what each name is", async () => {
    const names = await offered('import | from "std/models"');
    expect(new Set(names.map(({ type }) => type))).toEqual(new Set(["model"]));
    const all = new Set((await offered("import |")).map(({ type }) => type));
    expect([...all]).toEqual(expect.arrayContaining(["model", "cluster", "device"]));
    expect(all).not.toContain("definition");
  });

  it("on an empty line of a plan offers its fields, each with a sentence", async () => {
    const fields = await offered("plan p {\n  tp = 8\n  |\n}");
    expect(fields.map(({ text }) => text)).toEqual(expect.arrayContaining(["pp", "zero", "global_batch"]));
    expect(fields.every(({ type, documentation }) => type !== "field" || documentation !== "")).toBe(true);
  });
});

describe("a cell that runs after a restart", () => {
  it("is told to run the cells above", async () => {
    const said = JSON.stringify((await run("show base")).published);
    expect(said).toContain("run the cells above first");
    await run("let other = 1");
    expect(JSON.stringify((await run("show base")).published)).not.toContain("run the cells above first");
  });
});
