import { describe, expect, test } from "vitest";
import { toText } from "../../src/report/index.ts";
import { BASE, cell, codes, memorySession } from "../support/memorySession.ts";

const values = (text: string, files: Readonly<Record<string, string>> = {}): readonly unknown[] => {
  const { outputs, diagnostics } = cell(memorySession(files), text);
  expect(diagnostics).toEqual([]);
  return outputs.map(({ data }) => data);
};

const said = ({ outputs }: ReturnType<typeof cell>): string =>
  outputs.map(({ document }) => toText(document)).join("\n");

const problems = (text: string): readonly string[] =>
  cell(memorySession(), text).diagnostics.map(({ code, message, help }) => `${code}: ${message}; ${help}`);

describe("a function of the program", () => {
  test("computes with units, by position and by name, before and after its definition", () => {
    expect(values("show four(3 GiB)\nfn twice(x) = 2 * x\nfn four(x) = twice(twice(x))")).toEqual([
      { value: 12 * 2 ** 30, unit: "B" },
    ]);
    expect(values("fn rate(bytes, time) = bytes / time\nshow rate(time = 2 s, bytes = 8 GB)")).toEqual([
      { value: 4e9, unit: "B/s" },
    ]);
    expect(values("fn none_needed() = 4\nshow none_needed() + 1")).toEqual([{ value: 5, unit: "1" }]);
  });

  test("reads names where it was written, and hides them with its parameters", () => {
    expect(values("let k = 3\nlet x = 100\nfn times(x) = k * x\nshow times(2)")).toEqual([
      { value: 6, unit: "1" },
    ]);
  });

  test("takes scenarios, definitions and lists, and gives scenarios", () => {
    const text = `${BASE}
fn share(s) = s.memory.peak / s.memory.capacity
fn width(m) = m.d_model / m.layers
fn narrow(s, tp) = s with { plan.tp = tp }
fn total(xs) = sum(xs) + length(xs)
expect share(t) == t.memory.peak / t.memory.capacity
expect width(t.model) == t.model.d_model / t.model.layers
expect narrow(t, 2).step_time == (t with { plan.tp = 2 }).step_time
expect total([1, 2, 3]) == 9`;
    expect(codes(cell(memorySession(), text))).toEqual([]);
  });

  test("is imported under its own or another name, with what it reads", () => {
    const files = { "lib.dtp": "edition 2026\nlet k = 3\nfn twice(x) = 2 * x\nfn six(x) = k * twice(x)\n" };
    expect(values('import six as f from "./lib.dtp"\nlet k = 7\nshow f(1 s)', files)).toEqual([
      { value: 6, unit: "s" },
    ]);
  });

  test("stands in fields, clauses and columns; a result's name does not hide it", () => {
    const { outputs, diagnostics } = cell(
      memorySession(),
      `${BASE}
fn mfu(x) = 2 * x
fn wide(d) = 4 * d
let w = t with { plan.global_batch = wide(96) * 1 sequences }
sweep s = t for plan.micro_batch in [1, 2] where mfu(step_time) < 1_000 s derive twice = mfu(step_time)
search b = t for plan.micro_batch in [1, 2] minimize mfu(step_time)
search d = t for plan.micro_batch in [1, 2] minimize step_time
expect w.plan.global_batch == 384 sequences
expect first(b).step_time == first(d).step_time
show s { plan.micro_batch, twice, step_time, ratio = mfu(step_time) / first(mfu(step_time)) }`,
    );
    expect(diagnostics).toEqual([]);
    const data = outputs.at(-1)?.data as { readonly rows: readonly (readonly number[])[] } | undefined;
    expect(data?.rows).toHaveLength(2);
    for (const [, twice, time = 0] of data?.rows ?? []) expect(twice).toBeCloseTo(2 * time, 10);
    expect(data?.rows[0]?.[3]).toBe(1);
  });

  test("a redefinition makes what calls it stale", () => {
    const session = memorySession();
    cell(session, "fn f(x) = 2 * x\nlet a = f(3)", "[1]");
    expect(said(cell(session, "show a", "[2]"))).toContain("6");
    cell(session, "fn f(x) = 5 * x", "[1b]");
    expect(session.stale()).toEqual(["[2]"]);
    expect(said(cell(session, "show a", "[3]"))).toContain("15");
  });
});

describe("what a function refuses", () => {
  test("recursion, direct and through others, with the circle", () => {
    expect(problems("fn f(x) = f(x) + 1")[0]).toMatch(
      /^cyclic-definition: this is defined by itself: `f` -> `f`; a function cannot call itself/,
    );
    expect(problems("fn f(x) = g(x)\nfn g(x) = h(x)\nfn h(x) = f(x)")[0]).toContain(
      "`f` -> `g` -> `h` -> `f`",
    );
    expect(problems("fn f(x) = y * x\nlet y = f(1)\nshow y")[0]).toMatch(/^cyclic-definition/);
  });

  test("calls that multiply: thirty functions that each call the one before twice", () => {
    const chain = Array.from({ length: 30 }, (_, i) => `fn f${i + 1}(x) = f${i}(x) + f${i}(x)`);
    expect(problems(["fn f0(x) = x", ...chain, "show f30(1)"].join("\n"))[0]).toMatch(
      /^too-deep: calls of functions are nested more than 10000 deep/,
    );
  });

  test("names of the language, two parameters of one name, unknown functions in its body", () => {
    expect(problems("fn max(a) = a")[0]).toMatch(/^taken-name: `max` is a function of the language/);
    expect(problems("fn moe(a) = a")[0]).toMatch(/^taken-name: `moe` is a value that fields take/);
    expect(problems("fn f(a, a) = a")[0]).toMatch(/^duplicate-definition: `a` is defined twice/);
    expect(problems("fn twice(x) = 2 * x\nfn f(a) = twise(a)")[0]).toBe(
      "unknown-function: there is no function `twise`; did you mean `twice`?",
    );
  });

  test("arguments that it does not have, lacks or gets twice; functions as values", () => {
    const f = "fn f(a, b) = a / b\n";
    expect(problems(`${f}show f(1, 2, 3)`)[0]).toMatch(/^unknown-argument: `f` takes no argument `3`/);
    expect(problems(`${f}show f(1, c = 2)`)[0]).toMatch(/^unknown-argument: `f` takes no argument `c`/);
    expect(problems(`${f}show f(1)`)[0]).toBe(
      "missing-argument: `f` needs the argument `b`; it is `f(a, b)`",
    );
    expect(problems(`${f}show f(1, 2, a = 1)`)[0]).toMatch(/^duplicate-field/);
    expect(problems(`${f}show f(f, 2)`)[0]).toMatch(/^wrong-type: `f` wants a value, not the function `f`/);
    expect(problems(`${f}show f + 1`)[0]).toMatch(/not the function `f`/);
  });

  test("units that do not agree: shown in the body, with the call", () => {
    const { diagnostics } = cell(memorySession(), "fn f(a, b) = a + b\nshow f(3 GiB, 2 s)");
    const [one] = diagnostics;
    expect(one?.code).toBe("dimension-mismatch");
    expect(one?.place?.source.text.slice(one.place.span.start, one.place.span.end)).toBe("a + b");
    expect(
      one?.related.map(({ place, label }) => [
        label,
        place.source.text.slice(place.span.start, place.span.end),
      ]),
    ).toEqual([["`f` is called here", "f(3 GiB, 2 s)"]]);
  });
});

describe("a function explained", () => {
  const text = `${BASE}
let reserve = 5%
## Time with a share for what is lost
fn with_loss(s, share) = s.step_time * (1 + share)
explain with_loss(t, reserve)`;

  test("like a formula of the book: expression, values, place, and its inputs down to their sources", () => {
    const printed = said(cell(memorySession(), text));
    expect(printed).toContain("= s.step_time * (1 + share)");
    expect(printed).toMatch(/= [\d.]+ s \* \(1 \+ 5%\)/);
    expect(printed).toContain("Time with a share for what is lost");
    expect(printed).toContain("share = 5%");
    expect(printed).toContain("reserve = 5%");
    expect(printed).toContain("s.step_time: ");
  });

  test("has LaTeX and nested calls", () => {
    const { outputs } = cell(
      memorySession(),
      "fn half(x) = x / 2\nfn f(x) = half(x)^2 + 1 s * 1 s\nexplain f(6 s)",
    );
    const json = JSON.stringify(outputs[0]?.document);
    expect(json).toContain("\\\\mathrm{half}\\\\left(x\\\\right)");
    expect(json).toContain("\\\\frac{x}{2}");
    const [output] = outputs;
    if (!output) throw new Error("nothing explained");
    expect(toText(output.document)).toContain("half(x) = 3 s");
  });

  test("a name or result read through something else is explained, and ends", () => {
    const files = { "lib.dtp": "edition 2026\nlet k = 3 GiB\n" };
    const made = memorySession(files);
    expect(said(cell(made, 'import k from "./lib.dtp"\nexplain k'))).toContain("k = 3 GiB");
    const list = said(
      cell(made, `${BASE}\nsweep s = t for plan.micro_batch in [1, 2]\nexplain first(s).step_time`),
    );
    expect(list).toContain("optimizer update");
    expect(said(cell(made, "explain s.step_time"))).toContain("s.step_time = [");
  });

  test("shows itself with its documentation", () => {
    const printed = said(cell(memorySession(), "## Half of it\nfn half(x) = x / 2\nshow half\nexplain half"));
    expect(printed).toContain("half(x) = x / 2");
    expect(printed).toContain("Half of it");
  });
});

describe("services", () => {
  const session = () => {
    const made = memorySession();
    cell(made, "## Half of it\nfn half(x) = x / 2");
    return made;
  };

  test("complete and describe functions of other cells", () => {
    const made = session();
    const found = made.complete("show hal", 8).items.find((one) => one.text === "half");
    expect(found).toMatchObject({
      kind: "function",
      detail: expect.stringContaining("half(x)"),
      doc: "Half of it",
    });
    const about = JSON.stringify(made.inspect("show half(3)", 7));
    expect(about).toContain("half(x)");
    expect(about).toContain("Half of it");
    expect(made.names()[0]).toMatchObject({ name: "half", kind: "function", value: "half(x) = x / 2" });
  });

  test("a TypeScript cell reads its parameters and text", () => {
    const { sheet } = session();
    expect(sheet.read("half")).toEqual({
      kind: "function",
      name: "half",
      parameters: ["x"],
      text: "half(x) = x / 2",
    });
    expect(sheet.type("half", false)).toBe("SheetFunction");
    expect(sheet.evaluate("half(8)", "x")).toBe(4);
  });
});
