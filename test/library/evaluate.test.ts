import { Console } from "node:console";
import { createRequire } from "node:module";
import { Writable } from "node:stream";
import { inspect } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import { createNotebook, evaluate, SheetError } from "../../src/index.ts";

describe("evaluate", () => {
  test("gives what was shown, in every form, and the values", async () => {
    const done = await evaluate("let a = 80 GiB\nlet n = 3\nshow a");
    expect(done.ok).toBe(true);
    expect(done.names).toEqual(["a", "n"]);
    expect(done.value("n")).toBe(3);
    expect(done.toText()).toBe("a = 80 GiB");
    expect(done.toHtml()).toMatch(/a = <span[^>]*>80 GiB<\/span>/);
    expect(done.toMarkdown()).toBe("a = 80 GiB");
    expect(inspect(done)).toBe("a = 80 GiB");
    expect(() => done.scenario("n")).toThrow(SheetError);
    expect(() => done.value("m")).toThrow(SheetError);
  });

  test("mistakes are values; HTML of them is escaped", async () => {
    const done = await evaluate("let a = 80 GiB + 3 s # <b>");
    expect(done.ok).toBe(false);
    expect(done.diagnostics.map(({ code }) => code)).toEqual(["dimension-mismatch"]);
    expect(done.toText()).toContain("text [1]:1:9");
    expect(done.toHtml()).not.toContain("<b>");
    expect((await evaluate("expect 1 == 2")).ok).toBe(false);
  });

  test("the texts of a notebook share their names", async () => {
    const notebook = createNotebook();
    await notebook.evaluate("let a = 2");
    expect((await notebook.evaluate("a * 21")).toText()).toBe("a * 21 = 42");
  });
});

/** tslab's own executor and its own `display`; its converter, whose part is to name the last expression, is stood in for. */
describe("in tslab's notebook", () => {
  const require = createRequire(import.meta.url);
  afterEach(() => {
    for (const name of ["__tslab__", "probe"]) Reflect.deleteProperty(globalThis, name);
  });

  test("the last expression of a cell, which tslab prints, is shown as HTML instead", async () => {
    const { createExecutor } = require("tslab/dist/executor") as {
      createExecutor(
        folder: string,
        converters: object,
        console: Console,
      ): { execute(source: string): Promise<boolean> };
    };
    const jupyter = require("tslab/dist/jupyter") as { lastWriteDisplayData: unknown };
    const shown: { readonly data: Readonly<Record<string, string>> }[] = [];
    jupyter.lastWriteDisplayData = (message: (typeof shown)[number]) => shown.push(message);
    const output = "exports.last = globalThis.probe;";
    const node = { convert: () => ({ output, diagnostics: [], lastExpressionVar: "last" }) };
    const printed: string[] = [];
    const stdout = new Writable({
      write(chunk, _encoding, done) {
        printed.push(String(chunk));
        done();
      },
    });
    const executor = createExecutor(process.cwd(), { node }, new Console({ stdout }));
    const done = await evaluate("let a = 80 GiB\nshow a");
    Object.defineProperty(globalThis, "probe", { value: done, configurable: true });
    expect(await executor.execute("plan")).toBe(true);
    expect(shown.map(({ data }) => data)).toEqual([{ "text/html": done.toHtml() }]);
    expect(printed.join("")).toBe("\n");
  });
});
