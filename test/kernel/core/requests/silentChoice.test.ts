/** Choices that a front end sends without a trace, as a control in an output does. */
import { describe, expect, test } from "vitest";
import { executor } from "../../../../src/kernel/core/requests/execute.ts";
import { history } from "../../../../src/kernel/core/requests/history.ts";
import { loadEvaluation } from "../../../../src/kernel/loadEvaluation.ts";
import { nodePlatform } from "../../../../src/kernel/node/nodePlatform.ts";

function kernel() {
  const cells = executor(history(), nodePlatform);
  const evaluation = loadEvaluation({
    ...{ interrupted: () => false, begins: () => {}, progress: () => {} },
    output: (output) => cells.running()?.output(output),
  });
  return async (code: string, id: string | undefined, more: Readonly<Record<string, unknown>> = {}) => {
    const published: { readonly type: string; readonly data: Readonly<Record<string, unknown>> }[] = [];
    const { reply } = await cells.execute(
      { code, ...more },
      { id, deleted: [], file: undefined, choices: [] },
      (type, { data = {} }) => published.push({ type, data: data as Readonly<Record<string, unknown>> }),
      evaluation,
    );
    return { content: reply?.content ?? {}, metadata: reply?.metadata ?? {}, published };
  };
}
const silent = { silent: true, store_history: false };

describe("a silent choice", () => {
  test("updates outputs and results that read it, and says which cells stay stale", async () => {
    const run = kernel();
    await run("let a = 1\nlet b = 10 * a", "one");
    const early = await run("b", "early");
    expect(early.published.map(({ type }) => type)).toContain("execute_result");
    const control = await run("control a in [1, 2, 4]", "two");
    const drawn = control.published.find(({ type }) => type === "display_data")?.data;
    expect(drawn?.["application/vnd.dtp.control+json"]).toMatchObject({ path: "a", text: "1" });
    expect(drawn?.["text/plain"]).toBe("a: 1, of 1, 2, 4");
    // Front ends update no result, so where there are controls a result is a display.
    const late = await run("b + 1", "three");
    expect(late.published.map(({ type }) => type)).toEqual(["execute_input", "display_data"]);
    const chosen = await run("%control a 4", undefined, silent);
    expect(chosen.published.map(({ type }) => type)).toEqual(["update_display_data", "update_display_data"]);
    expect(chosen.published[0]?.data["application/vnd.dtp.control+json"]).toMatchObject({ text: "4" });
    expect(chosen.published[1]?.data["text/plain"]).toBe("b + 1 = 41");
    expect(chosen.metadata).toMatchObject({ dtp_stale: ["early"] });
    expect(chosen.content).toMatchObject({ status: "ok", execution_count: 4 });
  });

  test("updates a figure that gains a caption, and one that loses it", async () => {
    const run = kernel();
    await run(
      `import selene from "std/clusters"
import llama2_7b from "std/models"
plan p { dp = fill, seq_len = 4Ki, micro_batch = 1, global_batch = 64 sequences, zero = 3 }
let base = llama2_7b on (selene with { nodes = 1 }) with p
control p.zero in [0, 3]`,
      "one",
    );
    const plotted = await run("plot base.memory", "two");
    const texts = (all: typeof plotted) =>
      all.published.slice(1).map(({ data }) => String(data["text/plain"]).split("\n")[0]);
    expect(texts(plotted)).toEqual(["Memory per device", ""]);
    const beyond = await run("%control p.zero 0", undefined, silent);
    expect(texts(beyond)).toEqual(["Memory per device", expect.stringContaining("does not fit")]);
    expect(beyond.metadata).toMatchObject({ dtp_stale: [] });
    expect(texts(await run("%control p.zero 3", undefined, silent))).toEqual(["Memory per device", ""]);
  });

  test("sends numbers before the figure behind them is drawn, and no part that has not changed", async () => {
    const cells = executor(history(), nodePlatform);
    const order: string[] = [];
    const real = loadEvaluation({
      ...{ interrupted: () => false, begins: () => {}, progress: () => {} },
      output: (output) => cells.running()?.output(output),
    });
    const evaluation: typeof real = {
      ...real,
      async bundles(document) {
        if (document.blocks.some(({ kind }) => kind === "figure")) order.push("figure drawn");
        return real.bundles(document);
      },
    };
    const run = async (
      code: string,
      id: string | undefined,
      more: Readonly<Record<string, unknown>> = {},
    ) => {
      order.length = 0;
      const cell = { id, deleted: [], file: undefined, choices: [] };
      await cells.execute(
        { code, ...more },
        cell,
        (type, { data }) => {
          const text = String((data as Readonly<Record<string, unknown>> | undefined)?.["text/plain"]);
          if (type === "update_display_data") order.push(text.split("\n")[0] ?? "");
        },
        evaluation,
      );
      return [...order];
    };
    await run(
      `import selene from "std/clusters"
import llama2_7b from "std/models"
plan p { dp = fill, seq_len = 4Ki, micro_batch = 1, global_batch = 64 sequences, zero = 3 }
let base = llama2_7b on (selene with { nodes = 1 }) with p
let a = 1
control p.zero in [2, 3]
control a in [1, 2]`,
      "one",
    );
    await run("show a, p.zero\nplot base.memory", "two");
    const choose = (choice: string) => run(`%control ${choice}`, undefined, silent);
    expect(await choose("p.zero 2")).toEqual([
      "p.zero: 2, of 2, 3",
      "a: 1, of 1, 2",
      "a       1",
      "figure drawn",
      "Memory per device",
      "",
    ]);
    expect(await choose("a 2")).toEqual(["p.zero: 2, of 2, 3", "a: 2, of 1, 2", "a       2"]);
    expect(await choose("p.zero 3")).toEqual([
      "p.zero: 3, of 2, 3",
      "a: 2, of 1, 2",
      "a       2",
      "figure drawn",
      "Memory per device",
    ]);
  });

  test("that is refused publishes nothing, and its reply says why", async () => {
    const run = kernel();
    await run("let a = 1\ncontrol a in [1, 2, 4]", "one");
    const refused = await run("%control a 3", undefined, silent);
    expect(refused.published).toEqual([]);
    expect(refused.content).toMatchObject({ status: "error", ename: "control-outside" });
  });

  test("an expression beside a silent cell leaves nothing that becomes stale", async () => {
    const run = kernel();
    await run("let a = 1\ncontrol a in [1, 2, 4]", "one");
    const asked = await run("", undefined, { ...silent, user_expressions: { explained: "explain a" } });
    expect(asked.content.user_expressions).toMatchObject({ explained: { status: "ok" } });
    const chosen = await run("%control a 2", undefined, silent);
    expect(chosen.published.map(({ type }) => type)).toEqual(["update_display_data"]);
  });
});
