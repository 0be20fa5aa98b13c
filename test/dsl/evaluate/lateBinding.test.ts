import { expect, test } from "vitest";
import { BASE, cell, codes, memorySession, shown } from "../../support/memorySession.ts";

const model = `model m {
  layers = 2
  d_model = 64
  attention = mha(heads = 4)
  mlp = gelu(d_ff = 4 * d_model)
  vocab = 128
}
`;

function session(text: string) {
  const made = memorySession();
  const result = cell(made, text);
  expect(codes(result).filter((code) => code !== "implausible-value")).toEqual([]);
  return made;
}

test("an overridden field carries along what is written in terms of it, in tagged records too", () => {
  const s = session(`${model}model wide = m with { d_model = 128 }`);
  expect(shown(s, "m.mlp.d_ff")).toBe(256);
  expect(shown(s, "wide.mlp.d_ff")).toBe(512);
  expect(shown(s, "wide.attention.d_head")).toBe(32);
});

test("a dotted override reaches inside and its names see the inner record, then the one around it", () => {
  const s = session(`${model}model n = m with { attention.heads = 8, mlp.d_ff = 3 * d_model }`);
  expect(shown(s, "n.attention.heads")).toBe(8);
  expect(shown(s, "n.attention.d_head")).toBe(8);
  expect(shown(s, "n.mlp.d_ff")).toBe(192);
  expect(shown(s, "m.mlp.d_ff")).toBe(256);
});

test("names look in the record first, then in the scenario, then where they were written", () => {
  const s = session(`${BASE}
let devices = 7
let twice = 2
let u = t with { plan.global_batch = twice * cluster.devices * 1 sequences, plan.micro_batch = tp / 8 }
cluster shadow = c with { nodes = devices_per_node }`);
  expect(shown(s, "u.plan.global_batch")).toBe(128);
  expect(shown(s, "u.plan.micro_batch")).toBe(1);
  expect(shown(s, "shadow.nodes")).toBe(8);
});

test("`fill` takes what is left of the cluster and follows it", () => {
  const s = session(BASE);
  expect(shown(s, "t.plan.dp")).toBe(1);
  expect(shown(s, "(t with { cluster.nodes = 32 }).plan.dp")).toBe(4);
  expect(shown(s, "(t with { cluster.nodes = 32 }).plan.num_micro_batches")).toBe(16);
});

test("`with PLAN` swaps the plan, `on CLUSTER` the cluster; both group to the left", () => {
  const s = session(`${BASE}plan q = p with { micro_batch = 2 }`);
  expect(shown(s, "(t with q).plan.micro_batch")).toBe(2);
  expect(shown(s, "(t with q with { plan.micro_batch = 4 }).plan.micro_batch")).toBe(4);
  expect(shown(s, "(t with selene).cluster.nodes")).toBe(560);
  expect(shown(s, "(gpt3_175b on selene with p with { cluster.nodes = 8 }).cluster.devices")).toBe(64);
});

test("tokens of a batch are counted in sequences of the row's own length", () => {
  const s = session(`${BASE}let u = t with { plan.global_batch = 128Ki tokens }`);
  expect(shown(s, "u.plan.num_micro_batches")).toBe(64);
});

test("a field's own words win over definitions of the same name", () => {
  const s = session(`${BASE}let full = 3
let u = t with { plan.recompute = full }
let fp16 = 1 GiB
let v = t with { plan.precision = fp16 }`);
  expect(shown(s, "u.plan.recompute")).toBe("full");
  expect(shown(s, "u.plan.recompute == full")).toBe(true);
  expect(shown(s, "v.plan.precision")).toBe("fp16");
});

test("definitions stand in any order", () => {
  const s = session(`let b = a + 1
let a = 2`);
  expect(shown(s, "b")).toBe(3);
});

test.each([
  ["let a = b\nlet b = a", "`a` -> `b` -> `a`"],
  ["model m { layers = layers }", "`layers` -> `layers`"],
  [`${BASE}let u = t with { plan.tp = plan.pp, plan.pp = plan.tp }\nshow u.plan.tp`, "`tp` -> `pp` -> `tp`"],
])("a cycle is reported once, with its trail", (text, trail) => {
  const result = memorySession().run(text, { name: "a.dtp", mode: "file" });
  const cycles = result.diagnostics.filter((one) => one.code === "cyclic-definition");
  expect(cycles.map((one) => one.message)).toEqual([expect.stringContaining(trail)]);
});

test("a broken definition is reported once and poisons only what uses it", () => {
  const text = "let bad = 1 GiB + 1 s\nlet good = 2\nshow bad\nshow bad * 2\nshow good";
  const result = memorySession().run(text, { name: "a.dtp", mode: "file" });
  expect(codes(result)).toEqual(["dimension-mismatch"]);
  expect(result.diagnostics[0]?.message).toContain("bytes (B)");
  expect(result.diagnostics[0]?.message).toContain("time (s)");
  expect(result.outputs.map((one) => one.data)).toEqual([{ value: 2, unit: "1" }]);
});

test.each(["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"])(
  "`%s` is a name like any other",
  (name) => {
    const s = memorySession();
    expect(codes(cell(s, `show ${name}`))).toEqual(["unknown-name"]);
    expect(codes(cell(s, `let ${name} = 5`))).toEqual([]);
    expect(shown(s, `${name} + 1`)).toBe(6);
    expect(codes(cell(s, `plan p { ${name} = 1 }`))).toEqual(["unknown-field"]);
    expect(codes(cell(s, `show ${name}(1)`))).toEqual(["unknown-function"]);
  },
);
