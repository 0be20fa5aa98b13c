import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { folds, highlights, occurrences, spansAround, symbols } from "../../../src/dsl/services/index.ts";
import { parse } from "../../../src/dsl/syntax/index.ts";

const tree = (text: string) => parse({ name: "a.dtp", text }, "file").file;

/** Places of a text at which it writes a name of its own, as `line:name`. */
const places = (text: string, name: string) =>
  occurrences(tree(text))
    .filter((one) => one.name === name)
    .map(({ span, role }) => `${text.slice(0, span.start).split("\n").length}:${role}`);

describe("occurrences of a name", () => {
  test("definitions, imports, aliases and references", () => {
    const text = 'import a as b, c from "./x.dtp"\nlet d = b + c\nfn f(x) = x + d\nshow f(d)\n';
    expect(places(text, "a")).toEqual(["1:exported"]);
    expect(places(text, "b")).toEqual(["1:alias", "2:reference"]);
    expect(places(text, "c")).toEqual(["1:import", "2:reference"]);
    expect(places(text, "d")).toEqual(["2:definition", "3:reference", "4:reference"]);
    expect(places(text, "f")).toEqual(["3:definition", "4:reference"]);
  });

  test("a parameter, a field and a column hide a name", () => {
    expect(places("let x = 1\nfn f(x) = x\nlet y = x\n", "x")).toEqual(["1:definition", "3:reference"]);
    expect(places("let tp = 1\nplan p { pp = tp }\n", "tp")).toEqual(["1:definition"]);
    expect(places("let full = 1\nplan p { recompute = full }\n", "full")).toEqual(["1:definition"]);
    const table = "let n = 1\nsweep t = base for plan.tp in [n] derive n = plan.tp\nshow t { n }\n";
    expect(places(table, "n")).toEqual(["1:definition"]);
  });

  test("tables, controls and expectations refer to names", () => {
    const text =
      "let base = 1\ncontrol base.plan.tp in [1, 2]\nsearch t = base for plan.tp in [base] where base > 1 minimize base\nexpect base > 0\nexplain base\ncompare base, base\n";
    expect(places(text, "base").length).toBe(10);
  });

  test("every occurrence in the shipped programs has its name as text", () => {
    for (const folder of ["examples", "src/std", "src/std/papers"])
      for (const name of readdirSync(folder).filter((one) => one.endsWith(".dtp"))) {
        const text = readFileSync(`${folder}/${name}`, "utf8");
        const file = tree(text);
        for (const one of occurrences(file)) expect(text.slice(one.span.start, one.span.end)).toBe(one.name);
        const words = highlights(file);
        for (const [at, { span }] of words.entries())
          expect(span.start).toBeGreaterThanOrEqual(words[at - 1]?.span.end ?? 0);
      }
  });
});

test("an outline has the definitions with their fields", () => {
  const found = symbols(tree("plan p {\n  tp = 1\n}\nlet a = 1\ncontrol p.tp in [1, 2]\nshow a\n"));
  expect(found.map(({ name, kind }) => [name, kind])).toEqual([
    ["p", "plan"],
    ["a", "value"],
    ["p.tp", "control"],
  ]);
  expect(found[0]?.children.map(({ name }) => name)).toEqual(["tp"]);
});

test("folds take more than a line", () => {
  const text = "# one\n# two\nlet a = 1\nplan p {\n  tp = 1\n}\n";
  expect(folds(tree(text)).map(({ span, kind }) => [text.slice(span.start, span.end), kind])).toEqual([
    ["plan p {\n  tp = 1\n}", "region"],
    ["{\n  tp = 1\n}", "region"],
    ["# one\n# two", "comment"],
  ]);
});

test("spans around an offset grow", () => {
  const text = "let a = (1 + 2) * 3\n";
  const found = spansAround(tree(text), text.indexOf("2"));
  expect(found.map(({ start, end }) => text.slice(start, end))).toEqual([
    "2",
    "1 + 2",
    "(1 + 2)",
    "(1 + 2) * 3",
    "let a = (1 + 2) * 3",
    text,
  ]);
});
