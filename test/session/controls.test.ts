/** Statement `control`: what it offers, what a reader chooses, and what then becomes stale. */
import { describe, expect, test } from "vitest";
import { parse } from "../../src/dsl/syntax/index.ts";
import { BASE, codes, memorySession, shown } from "../support/memorySession.ts";

const CONTROLS = `${BASE}
let rate = 2.5
## Tensor parallelism.
control t.plan.tp in [1, 2, 4, 8]
control t.cluster.scale_out.nic in 100 Gb/s .. 1_600 Gb/s
control rate in 1 .. 10
control t.plan.recompute in [none, full]
control t.plan.sequence_parallel in [true, false]
control t.plan.pp in pow2(1, 8)
`;
const run = (text: string, overrides: readonly string[] = []) =>
  memorySession().run(text, { name: "plan.dtp", mode: "file", overrides });
const controls = (result: ReturnType<typeof run>) =>
  result.outputs.filter(({ kind }) => kind === "control").map(({ data }) => data);
const wrong = (result: ReturnType<typeof run>) =>
  result.diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);

describe("a control", () => {
  test("says the value that holds and those that it offers", () => {
    const result = run(CONTROLS);
    expect(wrong(result)).toEqual([]);
    const [tp, nic, rate, recompute, sequence, pp] = controls(result);
    expect(tp).toEqual({
      path: "t.plan.tp",
      label: "Tensor parallelism.",
      value: { value: 8, unit: "1" },
      text: "8",
      choices: [1, 2, 4, 8].map((value) => ({
        ...{ text: String(value), set: String(value), value: { value, unit: "1" } },
      })),
    });
    expect(nic).toMatchObject({
      text: "200 Gb/s",
      low: { value: 12.5e9 },
      high: { value: 200e9 },
      whole: false,
      unit: { text: "Gb/s", factor: 125e6 },
    });
    expect(rate).toMatchObject({ path: "rate", text: "2.5" });
    expect(recompute).toMatchObject({ text: "none", choices: [{ text: "none" }, { text: "full" }] });
    expect(sequence).toMatchObject({ choices: [{ value: true }, { value: false }] });
    expect(pp).toMatchObject({ choices: [{ text: "1" }, { text: "2" }, { text: "4" }, { text: "8" }] });
  });

  test("changes what reads the value, as a change of the definition does", () => {
    const show = "show t.step_time, t.memory.peak, rate, t.plan.recompute\n";
    const chosen = run(`${CONTROLS}${show}`, ["t.plan.tp=4", "rate = 3", "t.plan.recompute=full"]);
    expect(wrong(chosen)).toEqual([]);
    const written = run(
      `${BASE}let rate = 3\nlet u = t with { plan.tp = 4, plan.recompute = full }\n${show.replaceAll("t.", "u.")}`,
    );
    const numbers = ({ outputs }: typeof chosen) =>
      outputs
        .filter(({ kind }) => kind === "show")
        .map(({ data }) => JSON.stringify(data).replaceAll("u.", "t."));
    expect(numbers(chosen)).toEqual(numbers(written));
  });

  test("sets a field of a plan in all scenarios that have the plan", () => {
    const text = `${BASE}plan q = p with { micro_batch = 1 }\nlet u = t with q\ncontrol q.micro_batch in [1, 2]\n`;
    const both = run(`${text}show u.plan.micro_batch`, ["q.micro_batch=2"]);
    expect(wrong(both)).toEqual([]);
    expect(both.outputs.at(-1)?.data).toMatchObject({ value: 2 });
  });

  test.each([
    ["control t.plan.tp in [1, 2]", "control-outside"],
    ["control t.cluster.scale_out.nic in 300 Gb/s .. 400 Gb/s", "control-outside"],
    ["control t.plan.tq in [1, 2]", "unknown-field"],
    ["control nothing in [1, 2]", "unknown-name"],
    ["control t.cluster.scale_out.nic in 100 .. 400 Gb/s", "dimension-mismatch"],
    ["control t.plan.tp in 8 .. 8", "out-of-range"],
    ["control t.plan.tp in []", "out-of-range"],
    ["control t.plan.tp in 8", "wrong-type"],
    ["control t.plan.seq_len in [2_048 B, 8Ki B]", "control-outside"],
    ["control t.plan.recompute in none .. full", "wrong-type"],
  ])("refuses %s", (statement, code) => {
    expect(wrong(run(`${BASE}${statement}\n`))).toContain(code);
  });

  test("refuses a value that is not offered, and one that is no value", () => {
    expect(wrong(run(CONTROLS, ["t.plan.tp=3"]))).toContain("control-outside");
    expect(wrong(run(CONTROLS, ["rate=11"]))).toContain("control-outside");
    expect(wrong(run(CONTROLS, ["rate="]))).toContain("syntax");
    expect(wrong(run(CONTROLS, ["rate=1 2"]))).not.toEqual([]);
  });

  test("keeps `control` usable as a name", () => {
    expect(wrong(run("let control = 3\nlet x = control + 1\nshow x, control\n"))).toEqual([]);
    expect(parse({ name: "c", text: "control" }, "cell").file.result).toMatchObject({ kind: "name" });
  });
});

describe("a control in a notebook", () => {
  const notebook = () => {
    const session = memorySession();
    session.run(BASE, { name: "cell [1]", mode: "cell", cell: "a" });
    session.run("control t.plan.tp in [1, 2, 4, 8]", { name: "cell [2]", mode: "cell", cell: "b" });
    session.run("show t.step_time", { name: "cell [3]", mode: "cell", cell: "c" });
    session.run("let other = 3\nshow other", { name: "cell [4]", mode: "cell", cell: "d" });
    return session;
  };

  test("makes stale what reads it, and nothing else", () => {
    const session = notebook();
    const before = shown(session, "t.step_time");
    expect(codes(session.choose("t.plan.tp", "4"))).toEqual([]);
    expect(session.staleCells()).toEqual(["b", "c"]);
    expect(session.again("cell [2]")?.outputs[0]?.data).toMatchObject({ text: "4" });
    expect(shown(session, "t.step_time")).not.toBe(before);
    expect(codes(session.choose("t.plan.tp", "8"))).toEqual([]);
    expect(shown(session, "t.step_time")).toBe(before);
  });

  test("makes nothing stale of what was asked aside", () => {
    const session = notebook();
    session.run("explain t.step_time", { name: "[explained]", mode: "cell", aside: true });
    session.choose("t.plan.tp", "4");
    expect(session.stale()).not.toContain("[explained]");
    expect(session.stale()).toContain("cell [3]");
  });

  test("keeps its value when its cell or the definition's runs again", () => {
    const session = notebook();
    session.choose("t.plan.tp", "4");
    session.run("control t.plan.tp in [1, 2, 4, 8]", { name: "cell [5]", mode: "cell", cell: "b" });
    session.run(BASE, { name: "cell [6]", mode: "cell", cell: "a" });
    expect(shown(session, "t.plan.tp")).toBe(4);
  });

  test("gives the value back when the control is edited away or its cell deleted", () => {
    const edited = notebook();
    edited.choose("t.plan.tp", "4");
    edited.run("show 1", { name: "cell [5]", mode: "cell", cell: "b" });
    expect(shown(edited, "t.plan.tp")).toBe(8);
    const deleted = notebook();
    deleted.choose("t.plan.tp", "4");
    deleted.forget(["b"]);
    expect(shown(deleted, "t.plan.tp")).toBe(8);
  });

  test("refuses a path without a control, no value and a value not offered, and changes nothing", () => {
    const session = notebook();
    expect(codes(session.choose("t.plan.tq", "4"))).toEqual(["unknown-name"]);
    expect(codes(session.choose("t.plan.tp", "4 +"))).toContain("syntax");
    expect(codes(session.choose("t.plan.tp", "3"))).toEqual(["control-outside"]);
    expect(codes(session.choose("t.plan.tp", "80 GiB"))).not.toEqual([]);
    expect(session.staleCells()).toEqual([]);
    expect(shown(session, "t.plan.tp")).toBe(8);
  });

  test("searches and sweeps read the chosen value", () => {
    const session = notebook();
    session.run("sweep s = t for plan.micro_batch in [1, 2] derive tp = plan.tp", {
      ...{ name: "cell [5]", mode: "cell", cell: "e" },
    });
    session.choose("t.plan.tp", "4");
    expect(shown(session, "first(s.tp)")).toBe(4);
  });
});
