import { describe, expect, test } from "vitest";
import { connectKernel, connectRuntime, type RuntimeEvent } from "../../../src/web/index.ts";
import { webKernel } from "../../../src/web/kernel/webKernel.ts";
import { runtime } from "../../../src/web/runtime/runtime.ts";
import { partLoader } from "../../../src/web/scope/partLoader.ts";
import { serveWorker } from "../../../src/web/serve/serveWorker.ts";
import { pagePair } from "../support/pagePair.ts";

const texts = {
  versions: { engine: "1.2.3", std: "2026.1" },
  libraryNames: [],
  library: () => undefined,
  page: (name: string) => (name === "language" ? "# DTP\n" : undefined),
};
const files = { read: async (path: string) => (path === "b.dtp" ? "let b = 41\n" : null) };

function startRuntime() {
  const { port, scope, fail } = pagePair();
  const parts = partLoader(scope);
  serveWorker(scope, texts, parts, (around) => runtime(parts, texts, around));
  return { runtime: connectRuntime(port, { files }), port, fail };
}

describe("the runtime", () => {
  test("finds the mistakes of a file within a budget, and sends no outputs", async () => {
    const { runtime } = startRuntime();
    const events: RuntimeEvent[] = [];
    const check = (text: string, budget: number) =>
      runtime.ask("check", { text, name: "a.dtp", budget }, (event) => void events.push(event));
    expect(await check('import b from "./b.dtp"\nshow b, totl\n', 60_000)).toMatchObject([
      { severity: "error", range: { file: "a.dtp", start: 32, end: 36 } },
    ]);
    expect(await check("let a = 1\nlet b = totl\nshow missing\n", -1)).toMatchObject([
      { message: expect.stringContaining("totl") },
    ]);
    expect(await check("let a = 1\nshow a\n", 60_000)).toEqual([]);
    expect(events).toEqual([]);
    // The deadline of a check is no deadline of a run.
    const run = { text: "show 6 * 7\n", name: "a.dtp", mode: "file" } as const;
    expect(await runtime.ask("run", run)).toMatchObject({ interrupted: false, diagnostics: [] });
  });

  test("says hello, runs a text with its imports, and keeps a cell's names", async () => {
    const { runtime } = startRuntime();
    expect(await runtime.ready).toMatchObject({
      kind: "ready",
      versions: texts.versions,
      stops: true,
      notes: [],
    });
    const events: RuntimeEvent[] = [];
    const on = (event: RuntimeEvent): void => void events.push(event);
    const run = (text: string) => runtime.ask("run", { text, name: "cell [1]", mode: "cell" }, on);
    expect(await run('import b from "./b.dtp"\nlet a = b + 1\nshow a\na * 2\n')).toEqual({
      ...{ diagnostics: [], expectations: [], interrupted: false },
    });
    const outputs = events.flatMap((event) => (event.kind === "output" ? [event.output] : []));
    expect(outputs.map(({ kind, line, result }) => [kind, line, result])).toEqual([
      ["show", 3, false],
      ["show", 4, true],
    ]);
    expect(outputs.map(({ bundles }) => bundles[0]?.["text/plain"])).toEqual(["a = 42", "a * 2 = 84"]);
    expect((await run("show a")).diagnostics).toEqual([]);
    await runtime.ask("reset", {});
    const { diagnostics } = await run("show a");
    expect(diagnostics).toMatchObject([{ severity: "error", range: { file: "cell [1]", start: 5, end: 6 } }]);
    expect(diagnostics[0]?.text).toContain("show a");
  });

  test("completes with the page's paths, and formats", async () => {
    const { runtime } = startRuntime();
    runtime.list(["b.dtp"]);
    const text = 'import b from "./';
    const { items } = await runtime.ask("complete", { text, offset: text.length });
    expect(items.map((one) => one.text)).toContain("./b.dtp");
    expect(await runtime.ask("format", { text: "let  a=1", mode: "file" })).toBe("let a = 1\n");
    expect(await runtime.ask("format", { text: "let a = (", mode: "file" })).toBeNull();
  });

  test("refuses a page of another version, and tells a worker that ends", async () => {
    const { port, scope } = pagePair();
    const parts = partLoader(scope);
    serveWorker(scope, texts, parts, (around) => runtime(parts, texts, around));
    const heard: unknown[] = [];
    port.addEventListener("message", ({ data }) => heard.push(data));
    port.postMessage({ kind: "hello", protocol: 99, parts: {}, probe: { kind: "none" } });
    await expect.poll(() => heard).toMatchObject([{ kind: "refused", message: /version 1 .* version 99/ }]);
    const other = startRuntime();
    const open = other.runtime.ask("format", { text: "", mode: "file" });
    other.runtime.end();
    await expect(open).rejects.toThrow("the worker has ended");
    await expect(other.runtime.ask("reset", {})).rejects.toThrow("the worker has ended");
    const failing = startRuntime();
    await failing.runtime.ready;
    failing.fail();
    await expect(failing.runtime.ready).resolves.toBeDefined();
    await expect.poll(() => failing.runtime.ask("reset", {}).catch(String)).toContain("could not load");
  });
});

describe("the kernel", () => {
  const { port, scope } = pagePair();
  const parts = partLoader(scope);
  serveWorker(scope, texts, parts, (around) => webKernel(parts, texts, around));
  const kernel = connectKernel(port, { files });
  const ask = async (type: string, content: Readonly<Record<string, unknown>>) => {
    const events: { readonly type: string; readonly content: Readonly<Record<string, unknown>> }[] = [];
    const { reply } = await kernel.ask({ type, content, metadata: {} }, (event) => events.push(event));
    return { reply, events };
  };

  test("answers Jupyter's requests", async () => {
    expect((await ask("kernel_info_request", {})).reply?.content).toMatchObject({
      ...{ status: "ok", implementation: "dtp", implementation_version: "1.2.3" },
    });
    const { reply, events } = await ask("execute_request", { code: 'import b from "./b.dtp"\nb' });
    expect(reply).toMatchObject({ type: "execute_reply", content: { status: "ok", execution_count: 1 } });
    expect(events.map(({ type }) => type)).toEqual(["execute_input", "execute_result"]);
    expect((await ask("inspect_request", { code: "b", cursor_pos: 1 })).reply?.content).toMatchObject({
      found: true,
    });
    expect((await ask("history_request", { n: 5 })).reply?.content.history).toHaveLength(1);
  });

  test("has help pages, and says that TypeScript needs a machine", async () => {
    const { events } = await ask("execute_request", { code: "%help" });
    expect(events[1]?.content.data).toMatchObject({ "text/markdown": expect.stringContaining("# DTP") });
    const { reply } = await ask("execute_request", { code: "%%ts\n1" });
    expect(reply?.content).toMatchObject({ status: "error", ename: "no-typescript" });
    expect((await ask("execute_request", { code: "%who" })).reply?.content.status).toBe("ok");
  });
});
