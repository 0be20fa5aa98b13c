import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { functionNames } from "../../../src/dsl/evaluate/expressions/functions.ts";
import { functionRows } from "../../../src/dsl/schema/index.ts";

/** `len` is read as `length` and not offered. */
const quiet = ["len"];
const offered = functionRows.map((row) => row.name).sort();

it("lists the functions that the evaluator has", () => {
  expect(offered).toEqual([...functionNames].filter((name) => !quiet.includes(name)).sort());
});

it("lists them on the page of unknown-function", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/errors/unknown-function.md"), "utf8");
  const listed = /The functions are `([^`]+)`/.exec(page)?.[1]?.split(" ").sort();
  expect(listed).toEqual(offered);
});
