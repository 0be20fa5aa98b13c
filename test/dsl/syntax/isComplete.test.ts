import { describe, expect, test } from "vitest";
import { isComplete } from "../../../src/dsl/syntax/index.ts";

describe("a text that goes on", () => {
  test.each([
    ["plan p {", 2],
    ["plan p {\n  tp = 8", 2],
    ["plan p {\n  tp = 8,", 2],
    ["plan p {\n  tp =", 4],
    ["plan p {\n  tp = # eight", 4],
    ["model m {\n  mlp = moe(", 4],
    ["model m {\n  mlp = moe(\n    experts = 8", 4],
    ["model m {\n  mlp = moe(\n    expert = swiglu(", 6],
    ["model m {\nmlp = moe(", 4],
    ["model m {\n  mlp = moe(\n    experts = 8\n  )", 2],
    ["let a = [1,", 2],
    ["let a = [\n  1,\n  2,", 2],
    ["let a = 1 +", 2],
    ["let a = f([", 2],
    ["let a = base with {", 2],
    ["let a = base with {\n  plan.recompute = selective(", 4],
    ["let a = m on c with", 2],
    ["sweep s = base\n  for", 4],
    ["sweep s = base\n  for plan.tp in [1,", 4],
    ["sweep s = base\n  where memory.peak <=", 4],
    ["show base {", 2],
    ["show base { # {", 2],
    ['expect cite "a { b" {', 2],
    ["let a = if x then", 2],
    ["import a", 2],
  ])("%j continues at column %i", (text, width) => {
    expect(isComplete(text)).toEqual({ status: "incomplete", indent: " ".repeat(width) });
  });
});

test.each([
  "plan p { tp = 8 }",
  "sweep s = base\n  for plan.tp in [1, 2]",
  "",
  "a * 2",
  "show base {\n  mfu\n}",
])("%j is complete", (text) => expect(isComplete(text)).toEqual({ status: "complete", indent: "" }));

test.each(['let a = "x', "plan p { tp = = 8 }", "let a = 1 )"])("%j can never be", (text) => {
  expect(isComplete(text).status).toBe("invalid");
});
