import { expect, test } from "vitest";
import { toText } from "../../src/report/index.ts";
import { clockOf } from "../support/clockOf.ts";
import { BASE, cell, codes, memorySession, shown } from "../support/memorySession.ts";

test("later cells see new values: the session is one spreadsheet", () => {
  const s = memorySession();
  cell(s, BASE);
  cell(
    s,
    "let factor = 2\nlet u = t with { plan.micro_batch = factor }\nlet double = u.plan.micro_batch * 2",
  );
  expect(shown(s, "double")).toBe(4);
  cell(s, "let factor = 4");
  expect(shown(s, "u.plan.micro_batch")).toBe(4);
  expect(shown(s, "double")).toBe(8);
});

test("a cell with an error among its definitions keeps nothing of it", () => {
  const s = memorySession();
  cell(s, "let a = 1\nlet b = a");
  const result = cell(s, "let a = 2\nlet c = 1 GiB + 1 s\nshow a");
  expect(codes(result)).toEqual(["dimension-mismatch"]);
  expect(result.outputs).toEqual([]);
  expect(shown(s, "b")).toBe(1);
  expect(codes(cell(s, "show c"))).toEqual(["unknown-name"]);
});

test("a redefinition says which outputs are stale, once, and only those", () => {
  const s = memorySession();
  cell(s, BASE, "[1]");
  cell(s, "show t.mfu", "[4]");
  cell(s, "show gpt3_175b.params", "[5]");
  cell(s, "let d = t.step_time\nplot t.memory", "[7]");
  const again = cell(s, BASE.replace("micro_batch = 1", "micro_batch = 2"), "[8]");
  const note = again.outputs.find((one) => one.kind === "note");
  expect(note && toText(note.document)).toContain("plan p changed: outputs [4] [7] are stale");
  const more = cell(s, "plan p { tp = 1 }", "[9]");
  expect(more.outputs).toEqual([]);
});

test("running a cell again unchanged makes nothing stale", () => {
  const s = memorySession();
  cell(s, BASE, "[1]");
  cell(s, "show t.mfu", "[2]");
  expect(cell(s, BASE, "[3]").outputs).toEqual([]);
});

test("a bare expression at a cell's end is shown as its result", () => {
  const s = memorySession();
  const result = cell(s, "let a = 2\na * 3");
  expect(result.outputs.map(({ kind, result, data }) => ({ kind, result, data }))).toEqual([
    { kind: "show", result: true, data: { value: 6, unit: "1" } },
  ]);
});

test("files have a scope of their own", () => {
  const s = memorySession();
  cell(s, "let a = 1");
  expect(codes(s.run("show a", { name: "f.dtp", mode: "file" }))).toEqual(["unknown-name"]);
  s.run("let a = 9", { name: "f.dtp", mode: "file" });
  expect(shown(s, "a")).toBe(1);
});

test("--set is put over everything written, and a bad one is said", () => {
  const s = memorySession();
  const run = (...overrides: string[]) =>
    s.run(`${BASE}show (t with { plan.micro_batch = 4 }).plan.micro_batch`, {
      name: "f.dtp",
      mode: "file",
      overrides,
    });
  expect(run("plan.micro_batch=2").outputs[0]?.data).toEqual({ value: 2, unit: "1" });
  expect(codes(run("plan.micro_batches=2"))).toEqual(["unknown-field"]);
  expect(codes(run("micro_batch=2"))).toEqual(["unknown-field"]);
  expect(codes(run("nonsense"))).toEqual(["syntax"]);
});

test("expectations: shape, tolerance, default tolerance, drawing", () => {
  const text = `let a = 45 GiB
expect cite "arXiv:1" within 5% {
  a ~= 44 GiB
  a ~= 60 GiB cite "arXiv:2"
  a < 80 GiB
}
expect a ~= 45.4 GiB
expect a ~= 50 GiB within 6 GiB
expect a ~= 50 GiB`;
  const result = memorySession().run(text, { name: "f.dtp", mode: "file" });
  const [first, second] = result.expectations;
  expect(first).toMatchObject({
    file: "f.dtp",
    line: 3,
    text: "a ~= 44 GiB",
    actual: 45,
    expected: 44,
    unit: "GiB",
    within: "5%",
    pass: true,
    cite: "arXiv:1",
  });
  expect(second).toMatchObject({ pass: false, cite: "arXiv:2", relError: -0.25 });
  expect(result.expectations.map((one) => one.pass)).toEqual([true, false, true, true, true, false]);
  expect(result.expectations.map((one) => one.within)).toEqual(["5%", "5%", "5%", "1%", "6 GiB", "1%"]);
  const failures = result.diagnostics.filter((one) => one.code === "expect-failed");
  expect(failures.map((one) => one.title)).toEqual(["arXiv:2", expect.stringContaining("a ~= 50 GiB")]);
  expect(failures[0]?.values?.map((one) => one.text)).toEqual(["45 GiB", "off by -25.0%"]);
  expect(failures[1]?.notes).toEqual([expect.stringContaining("1%")]);
});

test("an open exercise whose expected side is wrong says so", () => {
  const session = memorySession();
  const open = (right: string) =>
    codes(cell(session, `let mine = none\nexpect mine ~= ${right} hint "think"`));
  expect(open("7 GB")).toEqual([]);
  expect(open("7 GB + 1 s")).toEqual(["dimension-mismatch"]);
  expect(open("nowhere.memory")).toEqual(["unknown-name"]);
});

test("an exercise tells its hint and keeps the answer", () => {
  const text = `let mine = 14 GB
## Adam's state of a 7B model
expect mine ~= 7G * 12 bytes within 2% hint "count the master weights"
expect mine == 14 GB hint "unused"
expect mine > 20 GB and true hint "more"
let later = none
expect later ~= 3 GB hint "unread"`;
  const { expectations, diagnostics, outputs } = memorySession().run(text, { name: "f.dtp", mode: "file" });
  expect(expectations.map((one) => one.pass)).toEqual([false, true, false, false]);
  expect(expectations[0]).toMatchObject({
    claim: "Adam's state of a 7B model",
    expected: null,
    relError: null,
  });
  expect(expectations.map(({ exercise }) => exercise)).toEqual([
    { found: "14 GB is too little", hint: "count the master weights" },
    { found: null, hint: "unused" },
    { found: "", hint: "more" },
    { found: null, hint: "unread" },
  ]);
  expect(diagnostics).toEqual([]);
  const shown = outputs.map(({ document }) => JSON.stringify(document.blocks));
  expect(shown[0]).toContain("not yet: 14 GB is too little. Hint: count the master weights");
  expect(shown[3]).toContain("write your answer in place of none");
  expect(shown[0]).not.toContain("84");
});

test("words and conditions can be expected too", () => {
  const text = `${BASE}expect t.plan.recompute == none
expect t.memory.fits
expect 3 > 4
expect t.plan.tp == 1 GiB`;
  const result = memorySession().run(text, { name: "f.dtp", mode: "file" });
  expect(result.expectations.map((one) => one.pass)).toEqual([true, true, false, false]);
  expect(codes(result)).toEqual(["expect-failed", "dimension-mismatch"]);
});

test("shows: comparison, values, cards", () => {
  const s = memorySession();
  cell(s, `${BASE}let u = t with { plan.recompute = full }`);
  const text = (code: string) =>
    cell(s, code)
      .outputs.map((one) => toText(one.document))
      .join("\n");
  expect(text("show t.memory, u.memory")).toContain("change");
  expect(text("show t.step_time, t.mfu as %")).toMatch(/t\.step_time.*\n.*t\.mfu.*%/);
  expect(text("show gpt3_175b")).toContain("174.6B params");
  expect(text("show c")).toContain("64 × a100_sxm");
  expect(text("show p")).toMatch(/^global_batch {2,}\d.* sequences$/m);
  expect(text("show c.device")).toContain("80 GiB");
  expect(text("show t { step_time, mfu }")).toContain("step_time");
});

test("explain: a result down to where it is written, a field, a model's parameters", () => {
  const s = memorySession();
  cell(s, BASE, "[1]");
  const text = (code: string) =>
    cell(s, code)
      .outputs.map((one) => toText(one.document))
      .join("\n");
  expect(text("explain t.bubble_ratio")).toContain("given 8, [1]:6");
  expect(text("explain t.plan.tp")).toContain("[1]:5");
  // what the plan takes from the cluster and from itself: the sum, and what stands in it
  expect(text("explain t.plan.dp")).toMatch(
    /plan\.dp = \d+.*cluster\.devices \/ \(tp \* cp \* pp\).*cluster\.devices = \d+.*tp = 8/s,
  );
  expect(text("explain gpt3_175b.params")).toContain("arXiv:2005.14165");
  expect(text("explain t.step_time * 2")).toContain("t.step_time");
});

test("completion and hover know the session's names", () => {
  const s = memorySession();
  cell(s, `${BASE}let answer = 42`);
  const found = s.complete("show ans", 8);
  expect(found.items.map((item) => item.text)).toContain("answer");
  expect(s.names().map(({ name, kind }) => `${kind} ${name}`)).toContain("scenario t");
  const hover = s.inspect("show answer", 7);
  expect(hover && toText(hover)).toContain("42");
  s.reset();
  expect(s.names()).toEqual([]);
});

test("hover says what a word is now, and which cell defined it", () => {
  const s = memorySession();
  cell(s, `${BASE}let answer = 6 * 7`, "cell [3]");
  const now = (text: string, at: string) => {
    const found = s.inspect(text, text.indexOf(at) + 1);
    return found ? toText(found).replace(/ +/g, " ") : "";
  };
  expect(now("show answer", "answer")).toContain("now 42");
  expect(now("show answer", "answer")).toContain("defined in cell [3]");
  expect(now("show t.memory.peak", "peak")).toMatch(/now [\d.]+ GiB/);
  expect(now("plan p {\n  micro_batch = 2\n}", "micro_batch")).toContain("now 1");
  expect(now("show p.schedule", "schedule")).toContain("now interleaved_1f1b");
  expect(now("show selene", "selene")).toContain("std/clusters");
});

test("help explains a word wherever it may stand", () => {
  const s = memorySession();
  const text = (word: string) => {
    const found = s.help(word);
    return found ? toText(found) : null;
  };
  expect(text("micro_batch")).toContain("plan.micro_batch");
  expect(text("plan.tp")).toContain("Tensor-parallel degree");
  expect(text("Gb/s")).toContain("NIC");
  expect(text("sweep")).toContain("a table");
  expect(text("tp")?.match(/Collectives of tensor parallelism/g)).toHaveLength(1);
  expect(text("wibble")).toBeNull();
});

test("a table that was interrupted is shown with the rows it has; nothing else begins", () => {
  clockOf(0);
  let polls = 0;
  const s = memorySession({}, { interrupted: () => ++polls > 6 });
  const result = s.run(
    `${BASE}sweep s = t for plan.micro_batch in [1, 2, 4, 8, 16, 32, 64]
sweep later = t for plan.micro_batch in [1, 2]
show s { plan.micro_batch, step_time }
show t.mfu
show later { plan.micro_batch }`,
    { name: "f.dtp", mode: "file" },
  );
  expect(result.interrupted).toBe(true);
  expect(result.outputs).toHaveLength(1);
  expect(result.outputs.map((one) => toText(one.document)).join()).toContain("interrupted after");
});

test("a table kept from beginning by an interrupt is worked out when it is asked for again", () => {
  let stopped = false;
  const s = memorySession({}, { interrupted: () => stopped });
  cell(s, BASE);
  stopped = true;
  cell(s, "sweep s = t for plan.micro_batch in [1, 2]\nlet n = length(s)");
  stopped = false;
  expect(shown(s, "n")).toBe(2);
});
