import { describe, expect, test } from "vitest";
import { render } from "../../../src/dsl/diagnostics/index.ts";
import type { Evaluation } from "../../../src/kernel/core/evaluation/evaluation.ts";
import type { MimeBundle } from "../../../src/kernel/core/evaluation/mimeBundle.ts";
import { readMagics } from "../../../src/kernel/core/magics/readMagics.ts";
import { ts } from "../../../src/kernel/core/magics/ts.ts";
import { tsCells } from "../../../src/kernel/ts/tsCells.ts";
import { loadFigures, partsOf, toMimeBundles } from "../../../src/report/index.ts";
import { BASE, cell, memorySession } from "../../support/memorySession.ts";

/** The times that the flag is looked at before it is up: a busy thread has no clock. */
let looks = Number.POSITIVE_INFINITY;
const interrupted = () => --looks < 0;
const session = memorySession({ "runs.csv": "name,gpus\nsmall,8\nlarge,64\n" }, { interrupted });
const evaluation: Evaluation = {
  session,
  parts: partsOf,
  bundles: (document) =>
    document.blocks.some(({ kind }) => kind === "figure")
      ? loadFigures().then(() => toMimeBundles(document))
      : toMimeBundles(document),
  renderDiagnostic: render,
  interrupted,
  keepCompiled() {},
  typescript: { load: () => Promise.resolve(cells), loaded: () => Promise.resolve(cells) },
};
const cells = tsCells(evaluation);
const SHEET = `${BASE}\nimport runs from "./runs.csv"\nlet budget = 80 GiB\nlet factor = 2\nsweep wide = t for plan.micro_batch in [1, 2]`;
cell(session, SHEET);

interface Done {
  readonly stdout: string;
  readonly stderr: string;
  readonly displays: readonly MimeBundle[];
  readonly result: MimeBundle | undefined;
  readonly failure: Awaited<ReturnType<typeof cells.run>>;
}

let count = 0;
async function run(body: string, live = false): Promise<Done> {
  const read = readMagics(`%%ts\n${body}`, `cell [${++count}]`);
  if (read.kind !== "cell magic") throw new Error("no cell magic");
  const streams = { stdout: "", stderr: "" };
  const displays: MimeBundle[] = [];
  let result: MimeBundle | undefined;
  const failure = await cells.run(read.magic, {
    live,
    display: (bundle) => displays.push(bundle),
    result: (bundle) => {
      result = bundle;
    },
    stream: (name, text) => {
      streams[name] += text;
    },
  });
  return { ...streams, displays, result, failure };
}

async function value(body: string): Promise<unknown> {
  const { result, failure } = await run(body);
  return failure ? failure.evalue : result?.["text/plain"];
}

describe("outputs that read the sheet", () => {
  const noted = (text: string): readonly unknown[] =>
    cell(session, text).outputs.flatMap(({ kind, data }) => (kind === "note" ? [data] : []));
  const latest = (): string => `cell [${count}]`;

  test("are named when what they read is defined again, through variables too; what shows nothing is not", async () => {
    cell(session, "let seen = 1\nlet other = 1");
    await run("const twice = seen * 2;");
    await run("twice + 1");
    const direct = latest();
    await run("console.log(other)");
    const printed = latest();
    await run("const half = dtp`seen / 2`; display(String(half))");
    const asked = latest();
    expect(noted("let seen = 2")).toEqual([{ changed: ["seen"], stale: [direct, asked] }]);
    expect(session.stale()).toEqual([direct, asked]);
    expect(session.again(direct)).toBeNull();
    expect(noted("let other = 2")).toEqual([{ changed: ["other"], stale: [printed] }]);
    expect(noted("let seen = 3")).toEqual([]);
    session.reset();
    cell(session, SHEET);
  });

  test("are named below a cell that defines anew through `dtp`, but not under `%live on`", async () => {
    cell(session, "let seen = 1");
    cell(session, "show seen", "cell [99]");
    expect((await run("dtp`let seen = 2`;")).stdout).toBe("seen changed: output [99] is stale\n");
    expect((await run("dtp`let seen = 3`;", true)).stdout).toBe("");
    session.reset();
    cell(session, SHEET);
  });
});

describe("variables", () => {
  test("stay from cell to cell, with their types", async () => {
    expect(
      (
        await run(
          "interface Point { x: number }\nconst p: Point = { x: 3 };\nlet n = await Promise.resolve(4);",
        )
      ).failure,
    ).toBeNull();
    expect(await value("n += p.x; n")).toBe("7");
    expect(await value("n")).toBe("7");
    expect((await run("p.y")).failure?.ename).toBe("TS2339");
  });

  test("the sheet's names are typed values", async () => {
    expect(await value("factor * 3")).toBe("6");
    expect(await value('budget.as("GiB").toFixed(1)')).toBe("'80.0'");
    expect(await value("t.plan.tp + t.model.layers")).toBe("104");
    expect(await value("t.step_time > 0 && t.memory.fits === t.fits")).toBe("true");
    expect(await value('wide.map((row) => row["plan.micro_batch"] * 2).join()')).toBe("'2,4'");
    expect(await value("runs.filter((run) => run.gpus > 10).map((run) => run.name).join()")).toBe("'large'");
    expect((await run("t.stap_time")).failure?.evalue).toContain("step_time");
    expect((await run("wide[0].stap_time")).failure?.ename).toMatch(/^TS\d+$/);
    expect((await run("budget + 1")).failure?.ename).toBe("TS2365");
  });

  test("a definition that changes is seen by the next cell, and the last to define a name wins", async () => {
    await run("const twice = () => factor * 2;");
    cell(session, "let factor = 5");
    expect(await value("twice()")).toBe("10");
    await run('const factor = "mine";');
    expect(await value("factor")).toBe("'mine'");
    expect(await value("twice()")).toBe("NaN");
    cell(session, "let factor = 6");
    expect(await value("factor + 1")).toBe("7");
    expect(await value("twice()")).toBe("12");
  });

  test("a broken definition throws where it is read", async () => {
    cell(session, "let odd = t with { plan.tp = 7 }");
    const { failure } = await run("const fine = 1;\nodd.step_time");
    expect(failure?.ename).toBe("SheetError");
    expect(failure?.traceback.join("\n")).toContain("cell [");
  });

  test("`dtp` asks and tells the sheet", async () => {
    expect(await value(`dtp<SheetQuantity>\`budget / \${2}\`.text`)).toBe("'40 GiB'");
    const told = await run(`const gib = 40;\ndtp\`let half = \${gib} GiB\nshow half\``);
    expect(told.displays[0]?.["text/plain"]).toBe("half = 40 GiB");
    expect(session.sheet.read("half")).toMatchObject({ text: "40 GiB" });
    const { failure } = await run(
      "const more = t.with({ 'plan.micro_batch': 2 });\ndtp`let x = $" + "{more}`",
    );
    expect(failure?.evalue).toContain("no name");
    expect((await run("dtp`let x = budget + 3 s`")).failure?.traceback.join("\n")).toContain(
      "dimension-mismatch",
    );
  });
});

describe("outputs", () => {
  test("console", async () => {
    const { stdout, stderr, result } = await run(
      'for (let i = 0; i < 3; i++) console.log("line", i);\nconsole.error("oh");',
    );
    expect(stdout).toBe("line 0\nline 1\nline 2\n");
    expect(stderr).toBe("oh\n");
    expect(result).toBeUndefined();
  });

  test("values of the sheet look as the language shows them; records are a table", async () => {
    expect((await run("t")).result?.["text/html"]).toContain("step time");
    const rows = (await run("wide.map(({ step_time }) => ({ step_time }))")).result;
    expect(rows?.["text/html"]).toContain("<table");
    const named = await run(
      'table(wide.filter((row) => row["plan.micro_batch"] > 1), { columns: ["step_time"] });',
    );
    expect(named.displays[0]?.["text/plain"]).toMatch(/step_time.*\(s\)|step_time.*s/);
    expect((await run("({ a: 1 })")).result?.["text/plain"]).toBe("{ a: 1 }");
    expect((await run("[1, 2]")).result?.["text/plain"]).toBe("[ 1, 2 ]");
  });

  test("figures come in their place among the other outputs", async () => {
    const { displays, stdout, failure } = await run(
      'plot(wide, { x: "plan.micro_batch", y: "step_time" });\nconsole.log("after");\ndisplay("<b>x</b>", "text/html");',
    );
    expect(failure).toBeNull();
    expect(displays[0]?.["image/svg+xml"]).toContain("<svg");
    expect(displays[0]).toHaveProperty(["application/vnd.plotly.v1+json"]);
    expect(displays[1]).toEqual({ "text/html": "<b>x</b>" });
    expect(stdout).toBe("after\n");
    expect((await run('plot(wide, { x: "nope", y: "step_time" });')).failure?.evalue).toBe(
      "no row has a column `nope`",
    );
  });

  test("a value that says how it is shown", async () => {
    const { result } = await run('({ [Symbol.for("Jupyter.display")]: () => ({ "text/markdown": "*x*" }) })');
    expect(result).toEqual({ "text/markdown": "*x*" });
  });
});

describe("mistakes", () => {
  test("of types: where they are, in the frame of the cell", async () => {
    const { failure } = await run("const a = 1;\nconst b: string = a;");
    expect(failure).toMatchObject({
      ename: "TS2322",
      evalue: "Type 'number' is not assignable to type 'string'.",
    });
    expect(plain(failure?.traceback)).toContain(
      `--> cell [${count}]:3:7\n3 | const b: string = a;\n  |       ^`,
    );
  });

  test("that are thrown: the cell and the line, through the calls of other cells", async () => {
    await run(
      `// a comment\nfunction fail(x: number) {\n  if (x > 1) throw new RangeError(\`no \${x}\`);\n  fail(x + 1);\n}`,
    );
    const defined = count;
    const { failure } = await run("\n// below\nfail(1);");
    expect(failure).toMatchObject({ ename: "RangeError", evalue: "no 2" });
    const text = plain(failure?.traceback);
    expect(text).toContain(`--> cell [${defined}]:4:`);
    expect(text).toContain(`cell [${defined}]:5 in fail`);
    expect(text).toContain(`cell [${count}]:4`);
    expect(text).not.toContain("node_modules");
    expect((await run('await Promise.reject("word");')).failure).toMatchObject({
      ename: "thrown",
      evalue: "'word'",
    });
  });

  test("an interrupt ends a loop, also one that awaits or catches, and variables stay", async () => {
    await run("let kept = 1;");
    for (const loop of [
      "kept = 2; while (true) { try { kept++; } catch {} }",
      "const f = () => { f(); }; for (;;) try { f(); } catch {}",
      "await new Promise(() => {});",
      "while (true) await null;",
    ]) {
      looks = loop.includes("new Promise") ? 1 : 1000;
      const { failure } = await run(loop);
      looks = Number.POSITIVE_INFINITY;
      expect(failure?.ename).toBe("interrupted");
    }
    expect(Number(await value("kept"))).toBeGreaterThan(1);
  });
});

describe("services", () => {
  const at = async (body: string) =>
    ts.services?.complete(body.replace("|", ""), body.indexOf("|"), evaluation);
  test("completion", async () => {
    expect((await at("t.step|"))?.items[0]?.text).toBe("step_time");
    expect((await at("const x = wid|"))?.items[0]?.text).toBe("wide");
    expect((await at("t.plan.mic|"))?.items[0]?.text).toBe("micro_batch");
    expect((await at("console.lo|"))?.items[0]?.text).toBe("log");
  });
  test("hover", async () => {
    const info = await ts.services?.inspect("t.step_time", 4, evaluation);
    expect(info?.["text/plain"]).toBe(
      "(property) SheetOutputs.step_time: number\n\nTime of one optimizer step. In s.",
    );
    expect(await ts.services?.inspect("   ", 1, evaluation)).toBeNull();
  });
});

function plain(lines: readonly string[] | undefined): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal
  return (lines ?? []).join("\n").replace(/\u001b\[[\d;]+m/g, "");
}

test("%who knows the variables of TypeScript cells", async () => {
  await run(
    "const lot = 3;\nconst list = [1, 2].map((n) => ({ n }));\nfunction twice(n: number) { return 2 * n; }",
  );
  const names = cells.names().filter(({ name }) => ["lot", "list", "twice"].includes(name));
  const from = `cell [${count}]`;
  const kind = "TypeScript";
  expect(names).toEqual([
    { name: "lot", kind, detail: "3", value: "3", from },
    { name: "list", kind, detail: "{ n: number; }[]", value: "{ n: number; }[]", from },
    { name: "twice", kind, detail: "function", value: "function", from },
  ]);
  // the sheet's definition is the newer one now
  cell(session, "let lot = 4");
  expect(cells.names().map(({ name }) => name)).not.toContain("lot");
});
