import { readdirSync } from "node:fs";
import { join } from "node:path";
import { all, create, type FactoryFunctionMap } from "mathjs";
import { describe, expect, test } from "vitest";
import { book } from "../../../src/engine/formulas/index.ts";
import { parseExpression, symbolsOf } from "../../../src/engine/formulas/notation/expression.ts";
import type { SymbolInfo } from "../../../src/engine/formulas/notation/symbol.ts";
import * as symbols from "../../../src/engine/formulas/notation/symbols.ts";

const math = create(all as FactoryFunctionMap, {});
for (const name of ["FLOP", "usd"]) math.createUnit(name);

/** Counts (tokens, parameters, devices) have no dimension here; bytes, seconds, FLOPs and money do. */
function mathUnit(unit: string): string {
  return unit.replace(/\btokens?\b|\bparam\b|\bsequence\b|\bGPU\b|\bFLOP\b/g, "1").replace(/\$/g, "usd");
}
const valued = (value: number, unit: string) => {
  const u = mathUnit(unit);
  return /[A-Za-z]/.test(u)
    ? math.evaluate(`v*(${u.replace(/\bB\b/g, "byte").replace(/\bs\b/g, "second")})`, { v: value })
    : value;
};

const formulas = book.flatMap((chapter) => chapter.formulas);

test("names are unique", () => {
  expect(new Set(formulas.map((f) => f.name)).size).toBe(formulas.length);
});

test("has a chapter for each file of formulas", async () => {
  const folder = join(import.meta.dirname, "../../../src/engine/formulas");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    /^(?!notation)\w+[\\/].*\.ts$/.test(path),
  );
  expect(files.length).toBeGreaterThan(30);
  const written = await Promise.all(files.map((path) => import(join(folder, path))));
  const names = written.flatMap((file) => Object.values<{ name: string }>(file).map(({ name }) => name));
  expect(names.sort()).toEqual(formulas.map(({ name }) => name).sort());
});

/** Symbols that formulas take in a closer sense, and the general ones that they are. */
const CLOSER: Readonly<Record<string, string>> = { payload: "bytes", group: "count" };

test("a letter is one shared symbol", () => {
  const shared = Object.entries<SymbolInfo>(symbols).filter(([name]) => !(name in CLOSER));
  expect(shared.length).toBeGreaterThan(200);
  const named = new Map<string, string[]>();
  for (const [name, { symbol }] of shared) named.set(symbol, [...(named.get(symbol) ?? []), name]);
  expect([...named.values()].filter((names) => names.length > 1)).toEqual([]);
  const all: Readonly<Record<string, SymbolInfo>> = symbols;
  for (const [name, general] of Object.entries(CLOSER))
    expect({ ...all[name], meaning: "" }).toEqual({ ...all[general], meaning: "" });
});

describe.each(book.map(({ title, formulas }) => [title, formulas] as const))("formulas of %s", (_, own) => {
  test("declare exactly the symbols of their expressions, each under its own letter", () => {
    for (const f of own) {
      const symbols = [...symbolsOf(parseExpression(f.expression))].sort();
      expect(symbols, f.name).toEqual([...f.symbolNames].sort());
      expect(f.symbolNames.map((name) => f.symbols[name]?.symbol)).toEqual(f.symbolNames);
      expect(f.source, f.name).not.toBe("");
    }
  });

  test("give their examples' results, and mathjs agrees", () => {
    for (const f of own) {
      const { gives } = f.example;
      expect(f.evaluate(f.example) / (gives || 1), f.name).toBeCloseTo(gives === 0 ? 0 : 1, 9);
      const reference = math.evaluate(f.expression, { ...f.example }) as number;
      expect(f.evaluate(f.example), f.name).toBeCloseTo(reference, 6);
    }
  });

  test("have the units that they say", () => {
    for (const f of own) {
      const scope = Object.fromEntries(
        f.symbolNames.map((name) => [name, valued(f.example[name] ?? 0, f.symbols[name]?.unit ?? "1")]),
      );
      const result = math.evaluate(f.expression, scope);
      const declared = valued(f.example.gives, f.unit);
      const ratio = math.divide(result, declared);
      expect(typeof ratio === "number" ? ratio : String(ratio), f.name).toBeCloseTo(1, 6);
    }
  });
});
