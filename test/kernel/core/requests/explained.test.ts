/** Explanations that a front end asks for: of a notebook's names, and of a file that a report shows. */
import { describe, expect, test } from "vitest";
import { executor } from "../../../../src/kernel/core/requests/execute.ts";
import { history } from "../../../../src/kernel/core/requests/history.ts";
import { notebookCell } from "../../../../src/kernel/core/requests/notebookCell.ts";
import { loadEvaluation } from "../../../../src/kernel/loadEvaluation.ts";
import { nodePlatform } from "../../../../src/kernel/node/nodePlatform.ts";

const FILE = `import selene from "std/clusters"
import llama2_7b from "std/models"
plan p { dp = fill, pp = 2, seq_len = 4Ki, micro_batch = 1, global_batch = 64 sequences, zero = 1 }
let base = llama2_7b on (selene with { nodes = 1 }) with p
control base.plan.zero in [0, 1]
show base.memory
show base.step_time`;

interface Reply {
  readonly status: string;
  readonly evalue?: string;
  readonly data?: Readonly<Record<string, string>>;
}

function kernel() {
  const kept = history();
  const cells = executor(kept, nodePlatform);
  const evaluation = loadEvaluation({
    ...{ interrupted: () => false, begins: () => {}, progress: () => {} },
    output: (output) => cells.running()?.output(output),
  });
  return async (code: string, metadata: Readonly<Record<string, unknown>>) => {
    const published: string[] = [];
    const { reply } = await cells.execute(
      { code, silent: metadata.dtpExplain !== undefined, store_history: false },
      notebookCell(metadata),
      (type) => published.push(type),
      evaluation,
    );
    const { explained } = (reply?.content.user_expressions ?? {}) as { readonly explained?: Reply };
    return { explained, published };
  };
}

describe("an explanation", () => {
  test("of a notebook's names, by a path and by a row of a sweep", async () => {
    const run = kernel();
    await run(FILE, { cellId: "one" });
    for (const path of ["base.step_time", "(base with { plan.micro_batch = 2 }).step_time"]) {
      const { explained, published } = await run("", { dtpExplain: { path } });
      expect(published).toEqual([]);
      expect(explained?.status).toBe("ok");
      expect(explained?.data?.["text/html"]).toContain("step time");
    }
  });

  test("of a file, which defines nothing in the session, with its choices", async () => {
    const run = kernel();
    const file = { dtpFile: "a.dtp", dtpExplain: { path: "base.plan.zero" } };
    const given = await run(FILE, file);
    expect(given.explained?.data?.["text/plain"]).toContain("plan.zero = 1");
    const chosen = await run(FILE, { ...file, dtpChoices: ["base.plan.zero=0"] });
    expect(chosen.explained?.data?.["text/plain"]).toContain("plan.zero = 0");
    const alone = await run("", { dtpExplain: { path: "base.plan.zero" } });
    expect(alone.explained).toMatchObject({ status: "error", evalue: expect.stringContaining("base") });
  });

  test("of one pipeline stage's memory", async () => {
    const run = kernel();
    await run(FILE, { cellId: "one" });
    const texts = await Promise.all(
      [0, 1].map(async (stage) => {
        const { explained } = await run("", { dtpExplain: { path: "base.memory", stage } });
        return explained?.data?.["text/plain"] ?? "";
      }),
    );
    expect(texts[0]).toContain("memory of a device of stage 0 = ");
    expect(texts[1]).toContain("memory of a device of stage 1 = ");
    expect(texts[0]?.split("\n")[0]).not.toBe(texts[1]?.split("\n")[0]);
  });

  test("of what is no expression is an error, and runs nothing", async () => {
    const run = kernel();
    await run(FILE, { cellId: "one" });
    const { explained } = await run("", { dtpExplain: { path: "base.mfu let stolen = 1" } });
    expect(explained).toMatchObject({ status: "error", evalue: expect.stringContaining("one expression") });
    const stolen = await run("", { dtpExplain: { path: "stolen" } });
    expect(stolen.explained?.evalue).toContain("nothing here is called `stolen`");
  });

  test.each([null, 3, {}, { path: "" }, { path: 3 }, { path: "base", stage: -1 }])(
    "asked for by %j is no question, or one without a stage",
    (dtpExplain) => {
      const { explain } = notebookCell({ dtpExplain });
      expect(explain === undefined || explain.stage === undefined).toBe(true);
    },
  );
});
