import { expect, test } from "vitest";
import { BASE, cell, codes, memorySession, shown } from "../../support/memorySession.ts";

test.each<[string, unknown]>([
  ["1 + 2 * 3 ^ 2", 19],
  ["-2 ^ 2", -4],
  ["10 GB / 2 s", 5e9],
  ["(10 GB / 2 s) as GB/s", 5e9],
  ["80 GiB < 100 GB", true],
  ["0.1 + 0.2 == 0.3", true],
  ["100 ~= 100.5", true],
  ["100 ~= 102", false],
  ["if 2 > 1 then 3 else 4", 3],
  ["not (1 < 2) or 3 == 3", true],
  ["2 in [1, 2]", true],
  ["min(3, 1, 2)", 1],
  ["max([3 s, 1 min])", 60],
  ["sum([1, 2, 3])", 6],
  ["ceil(2.1)", 3],
  ["floor(2.9)", 2],
  ["round(12.6 GiB)", 13 * 2 ** 30],
  ["abs(-3)", 3],
  ["log2(8)", 3],
  ["sqrt(16)", 4],
  ["length(pow2(64, 4_096))", 7],
  ["first([4, 5])", 4],
  ["last([4, 5])", 5],
  ["5 min as s", 300],
])("%s", (text, value) => {
  expect(shown(memorySession(), text)).toEqual(value);
});

test.each<[string, readonly number[]]>([
  ["pow2(128, 1_024)", [128, 256, 512, 1024]],
  ["pow2(3, 9)", [4, 8]],
  ["range(1, 7, step = 3)", [1, 4, 7]],
  ["range(1, 3)", [1, 2, 3]],
  ["divisors(12)", [1, 2, 3, 4, 6, 12]],
])("%s", (text, values) => {
  expect(shown(memorySession(), text)).toEqual(values.map((value) => ({ value, unit: "1" })));
});

test.each([
  ["1 GiB + 1 s", "dimension-mismatch"],
  ["1 GiB < 1 s", "dimension-mismatch"],
  ["1 / 0", "division-by-zero"],
  ["10 ^ 400", "number-too-large"],
  ["1 + true", "not-a-number"],
  ["if 1 then 2 else 3", "not-a-condition"],
  ["1 GiB as s", "wrong-unit"],
  ["nothing", "unknown-name"],
  ["maxx(1)", "unknown-function"],
  ["range(1, 2, stepp = 1)", "unknown-argument"],
  ["range(1, 1_000_000)", "too-many-rows"],
  ["divisors(2.5)", "not-an-integer"],
  ["log2(0)", "out-of-range"],
  ["first([])", "wrong-type"],
  ["(1).x", "wrong-type"],
  ["1 on 2", "wrong-kind"],
  ["1 with { a = 1 }", "wrong-kind"],
])("%s is %s", (text, code) => {
  expect(codes(cell(memorySession(), `show ${text}`))).toEqual([code]);
});

test.each([
  ["plan p { tp = 1 GiB }", "wrong-unit"],
  ["plan p { tp = 0 }", "out-of-range"],
  ["plan p { tp = 1.5 }", "not-an-integer"],
  ["plan p { tp = true }", "wrong-type"],
  ["cluster c { scale_up = torus(shape = [], link = 1 GB/s) }", "wrong-type"],
  ["plan p { recompute = ful }", "unknown-word"],
  ["plan p { recompute = selective(atention) }", "unknown-word"],
  ["plan p { recompute = selective(modul = attention) }", "unknown-argument"],
  ["plan p { tp = 1\n tp = 2 }", "duplicate-field"],
  ["plan p { tpp = 1 }", "unknown-field"],
  ["plan p = 3", "wrong-kind"],
  ["let a = 1\nlet a = 2", "duplicate-definition"],
  ['import x from "std/models"', "unknown-import"],
  ['import x from "std/nothing"', "unknown-import"],
])("%s is %s", (text, code) => {
  expect(codes(cell(memorySession(), text))).toEqual([code]);
});

test("a deep chain of names is an error, not a crash", () => {
  const names = Array.from({ length: 5_000 }, (_, i) => `let a${i} = a${i + 1} + 1`).join("\n");
  const result = memorySession().run(`${names}\nlet a5000 = 1\nshow a0`, { name: "a.dtp", mode: "file" });
  expect(new Set(codes(result))).toEqual(new Set(["too-deep"]));
});

test("imports are modules: verbs do not run, cycles are said, `as` renames", () => {
  const files = {
    "a.dtp": 'edition 2026\nimport y from "./b.dtp"\nlet x = y + 1\nshow x\nexpect x == 99',
    "b.dtp": "edition 2026\nlet y = 1",
    "c.dtp": 'edition 2026\nimport e from "./d.dtp"\nlet d = e',
    "d.dtp": 'edition 2026\nimport d from "./c.dtp"\nlet e = d',
  };
  const s = memorySession(files);
  const result = s.run('edition 2026\nimport x as z from "./a.dtp"\nshow z', {
    name: "main.dtp",
    mode: "file",
  });
  expect(codes(result)).toEqual([]);
  expect(result.outputs.map((one) => one.data)).toEqual([{ value: 2, unit: "1" }]);
  expect(result.expectations).toEqual([]);
  const cyclic = s.run('edition 2026\nimport d from "./c.dtp"\nshow d', { name: "main.dtp", mode: "file" });
  expect(codes(cyclic)).toEqual(["import-cycle"]);
});

test.each<[string, boolean]>([
  ["a.plan.recompute == selective", true],
  ["a.plan.recompute == selective(attention)", true],
  ["a.plan.recompute == selective([attention])", true],
  ["a.plan.recompute == selective(mlp)", false],
  ["a.plan.recompute == full", false],
  ["selective(mlp) == a.plan.recompute", false],
  ["a.plan.recompute in [none, selective(mlp)]", false],
  ["a.plan.recompute in [none, selective(attention)]", true],
  ["a.plan.recompute in [full, selective]", true],
  ["a.plan.recompute == plain.plan.recompute", true],
  ["a.plan.recompute == b.plan.recompute", false],
  ["a.plan.recompute != b.plan.recompute", true],
  ["a.plan.framework == megatron_core", true],
  ["a.plan.framework == megatron_core(2023)", true],
  ["a.plan.framework == megatron_core(2024)", false],
  ["a.plan.framework == megatron_core(2023, cuda_graphs = true)", false],
  ["b.plan.framework == megatron_core(2023, cuda_graphs = true)", true],
  ["b.plan.framework == a.plan.framework", false],
  ["narrow.mlp == gelu(d_ff = 4 * 64)", true],
  ["narrow.mlp == wide.mlp", false],
  ["narrow.mlp == wide_again.mlp", true],
  ["narrow.mlp == swiglu(d_ff = 256)", false],
])(
  "tagged values are equal in all arguments that either has, and a word stands for its tag: %s",
  (text, value) => {
    const s = memorySession();
    cell(
      s,
      `${BASE}
let a = t with { plan.recompute = selective(attention), plan.framework = megatron_core(2023) }
let b = t with { plan.recompute = selective(mlp), plan.framework = megatron_core(2023, cuda_graphs = true) }
let plain = t with { plan.recompute = selective }
model narrow { layers = 2, d_model = 64, attention = mha(heads = 4), mlp = gelu(d_ff = 4 * d_model), vocab = 128 }
model wide = narrow with { d_model = 128 }
model wide_again = wide with { mlp = gelu(d_ff = 2 * d_model) }`,
    );
    expect(shown(s, text)).toBe(value);
  },
);

test("a sweep's condition tells tagged values by their arguments", () => {
  const s = memorySession();
  cell(
    s,
    `${BASE}sweep kept = t for plan.recompute in [none, selective(attention), selective(mlp), full] where plan.recompute != selective(mlp)`,
  );
  expect(shown(s, "length(kept)")).toBe(3);
});
